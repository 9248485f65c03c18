//! The contradictions of the text as Markdown that can be sent to its editors: each with the passages
//! as a checkout has them, what is wrong, and what would fix it. The project has none of these
//! words.

use std::fmt::Write as _;

use zarr_conform_requirements::{Erratum, Fix, Passage, Registry, Weight, address, editions_of};
use zarr_conform_spec_map::{documents, escaped as ours};
use zarr_conform_terms::Edition;

use super::checkout::{Checkout, FoundPassage};
use super::pieces::escaped;
use super::show::{did_you_mean, nearest};

/// The edition that editors can fix.
const CURRENT: Edition = Edition::V3_1;

/// Contradictions, and the text that they are of.
#[derive(Clone, Copy)]
pub struct Errata<'a> {
    /// Has the contradictions.
    pub registry: &'a Registry,
    /// Has the passages; without it, none is quoted.
    pub checkout: Option<&'a Checkout>,
}

/// Contradictions that are printed as one: they are about one passage.
struct Entry<'a>(Vec<&'a Erratum>);

/// From how many on contradictions about one passage are one entry.
const SEVERAL: usize = 3;

/// An id that no contradiction has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found no contradiction {id:?}{}", did_you_mean(.near))]
pub struct UnknownErratum {
    /// The id.
    pub id: String,
    /// The ids most like it, best first.
    pub near: Vec<String>,
}

impl<'a> Errata<'a> {
    /// All that an editor of these documents can fix: what can cost data first, then by document and in its
    /// order. What contradicts stands before what is not said.
    pub fn all(&self) -> String {
        let mut text = opening(self.checkout.is_some());
        let entries = self.here();
        for weight in Weight::ALL {
            let meant = entries.iter().filter(|it| it.weight() == weight);
            for (at, entry) in meant.enumerate() {
                if at == 0 {
                    line(&mut text, &format!("\n## {}", weight.title()));
                }
                line(&mut text, "");
                self.entry(entry, &mut text);
            }
        }
        text
    }

    /// The contradiction with this id, also one that needs no fix.
    pub fn one(&self, id: &str) -> Result<String, UnknownErratum> {
        let mut errata = self.registry.errata.iter();
        let Some(erratum) = errata.find(|it| it.id == id) else {
            let known = self.registry.errata.iter().map(|it| it.id.as_str());
            return Err(UnknownErratum {
                id: id.to_owned(),
                near: nearest(id, known),
            });
        };
        let mut text = String::new();
        self.entry(&Entry(vec![erratum]), &mut text);
        Ok(text)
    }

    /// Those with a replacement, of which the checkout has no current document.
    pub fn elsewhere(&self) -> Vec<&'a Erratum> {
        let mut errata = self.replaceable();
        errata.retain(|it| self.passages(it).next().is_none());
        errata
    }

    /// Those without a replacement: the current text no longer has them.
    pub fn past(&self) -> Vec<&'a Erratum> {
        let errata = self.registry.errata.iter();
        errata
            .filter(|it| !matches!(it.fix, Fix::Replacement(_)))
            .collect()
    }

    /// Those with a replacement, of which the checkout has a current document, those about one passage
    /// together: what contradicts before what is not said, each by the first passage that is in a document, in the
    /// order of the map of the specification and of each document.
    fn here(&self) -> Vec<Entry<'a>> {
        let documents = documents(self.registry);
        let mut errata = self.replaceable();
        errata.retain(|it| self.passages(it).next().is_some());
        errata.sort_by_cached_key(|erratum| {
            let first = self.passages(erratum).next();
            let document =
                first.and_then(|first| documents.iter().position(|it| *it == first.document));
            let found = first.and_then(|it| self.checkout?.passage(it));
            // What is gone from its document comes last.
            (
                erratum.silent,
                document,
                found.map_or(usize::MAX, |it| it.at),
            )
        });
        let mut entries: Vec<(Option<&Passage>, Entry<'_>)> = Vec::new();
        for erratum in &errata {
            let passage = self.common(erratum, &errata);
            let mut before = entries.iter_mut();
            match before.find(|(other, _)| passage.is_some() && *other == passage) {
                Some((_, entry)) => entry.0.push(erratum),
                None => entries.push((passage, Entry(vec![erratum]))),
            }
        }
        entries.into_iter().map(|(_, entry)| entry).collect()
    }

    /// The passage of a contradiction that several others are about, too.
    fn common(&self, erratum: &'a Erratum, errata: &[&'a Erratum]) -> Option<&'a Passage> {
        let number = |passage: &Passage| {
            let about = |it: &&&Erratum| it.places.contains(passage);
            errata.iter().filter(about).count()
        };
        let shared = self.passages(erratum).filter(|it| number(it) >= SEVERAL);
        shared.max_by_key(|it| number(it))
    }

    fn replaceable(&self) -> Vec<&'a Erratum> {
        let errata = self.registry.errata.iter();
        errata
            .filter(|it| matches!(it.fix, Fix::Replacement(_)))
            .collect()
    }

    /// The passages of which the checkout has the document; what only states of the past have needs
    /// no replacement.
    fn passages(&self, erratum: &'a Erratum) -> impl Iterator<Item = &'a Passage> {
        let checkout = self.checkout;
        let passages = erratum.places.iter();
        passages.filter(move |it| {
            let is_current = editions_of(&it.document).contains(&CURRENT);
            (is_current || matches!(erratum.fix, Fix::Past(_)))
                && checkout.is_none_or(|checkout| checkout.text(&it.document).is_some())
        })
    }

    /// The passages once, and below them each contradiction.
    fn entry(&self, entry: &Entry<'a>, text: &mut String) {
        let mut passages: Vec<&Passage> = Vec::new();
        for passage in entry.0.iter().flat_map(|it| self.passages(it)) {
            if !passages.contains(&passage) {
                passages.push(passage);
            }
        }
        if entry.0.len() > 1 {
            let shared = |it: &Passage| entry.0.iter().filter(|of| of.places.contains(it)).count();
            passages.sort_by_key(|it| (std::cmp::Reverse(shared(it)), *it));
        }
        if let [erratum] = &*entry.0 {
            line(text, &format!("### {}\n", erratum.id));
        } else {
            let documents = passages.first().map_or("", |it| &it.document);
            let number = entry.0.len();
            line(
                text,
                &format!("### {number} about one passage of {}\n", literal(documents)),
            );
        }
        for passages in passages.chunk_by(|a, b| a.shares_section(b)) {
            self.section(passages, text);
        }
        for (at, erratum) in entry.0.iter().enumerate() {
            if entry.0.len() > 1 {
                let before = if at == 0 { "" } else { "\n" };
                line(text, &format!("{before}#### {}\n", erratum.id));
            }
            erratum_itself(erratum, text);
        }
    }

    /// Passages of one section: where they stand, and each as a quotation.
    fn section(&self, passages: &[&Passage], text: &mut String) {
        let Some(Passage {
            document, section, ..
        }) = passages.first()
        else {
            return;
        };
        let names: Vec<String> = passages.iter().map(|it| it.name()).collect();
        let address = address::page(document, section);
        let address = address.or_else(|| address::at_commit(document, section));
        let title = match address {
            Some(address) => format!("[{}]({address})", literal(section)),
            None => literal(section),
        };
        let names = names.join(", ");
        line(
            text,
            &format!("{}, section {title}, {names}:\n", literal(document)),
        );
        let Some(checkout) = self.checkout else {
            return;
        };
        for (at, passage) in passages.iter().enumerate() {
            if at > 0 {
                line(text, ">");
            }
            match checkout.passage(passage) {
                Some(found) => quotation(checkout, document, &found, text),
                None => line(
                    text,
                    &format!("> *{}: changed or gone in this checkout.*", passage.name()),
                ),
            }
        }
        line(text, "");
    }
}

impl Entry<'_> {
    /// What the worst of them can cost.
    fn weight(&self) -> Weight {
        let weights = self.0.iter().map(|it| it.weight);
        weights.min().unwrap_or(Weight::Wording)
    }
}

/// What is wrong, and what would fix it.
fn erratum_itself(erratum: &Erratum, text: &mut String) {
    let what = if erratum.silent {
        "What is not said"
    } else {
        "What contradicts"
    };
    let contradiction = ours(&erratum.contradiction);
    line(text, &format!("**{what}.** {contradiction}\n"));
    match &erratum.fix {
        Fix::Replacement(fix) => line(text, &format!("**Replacement.** {}\n", ours(fix))),
        Fix::Past(why) => line(text, &format!("**Replacement.** None. {}\n", ours(why))),
    }
    let (reading, why) = (ours(&erratum.reading), ours(&erratum.why));
    let until = "**What zarr-conform takes until then.**";
    line(text, &format!("{until} {reading} Because: {why}"));
    if let Some(issue) = &erratum.issue {
        line(text, &format!("\n**Thread.** <{issue}>"));
    }
}

fn quotation(checkout: &Checkout, document: &str, found: &FoundPassage, text: &mut String) {
    let words = &found.piece.text;
    if found.piece.ordinal.is_some() {
        line(text, &format!("> {}", literal(words)));
        return;
    }
    let document = checkout.text(document).unwrap_or_default();
    for code in lines_of(document, words) {
        line(text, format!(">     {}", escaped(code)).trim_end());
    }
}

fn opening(is_quoted: bool) -> String {
    let quoted = if is_quoted {
        "what is quoted is the text of the checkout"
    } else {
        "the links lead to the passages, which `--spec` quotes from a checkout"
    };
    format!(
        "# Errata of the Zarr specification\n\n\
         Sentences that contradict each other or common sense, and what readers need and the text does not say; \
         what can cost data comes first, and wording last. They were found in edition {}; {quoted}. Each \
         replacement is free to take.\n",
        CURRENT.described()
    )
}

/// The lines of a document that have these words, which are separated by one space each; without the
/// indentation that they share.
fn lines_of<'a>(document: &'a str, words: &str) -> Vec<&'a str> {
    let lines: Vec<&str> = document.lines().collect();
    let numbered = lines.iter().enumerate();
    let in_document: Vec<(usize, &str)> = numbered
        .flat_map(|(at, line)| line.split_whitespace().map(move |word| (at, word)))
        .collect();
    let words: Vec<&str> = words.split_whitespace().collect();
    let is_run = |run: &&[(usize, &str)]| run.iter().map(|(_, word)| word).eq(&words);
    let mut runs = in_document.windows(words.len().max(1));
    let run = runs.find(is_run).unwrap_or_default();
    let (Some((first, _)), Some((last, _))) = (run.first(), run.last()) else {
        return Vec::new();
    };
    let found = &lines[*first..=*last];
    let indentation = |line: &&str| line.len() - line.trim_start().len();
    let filled = found.iter().filter(|it| !it.trim().is_empty());
    let shared = filled.map(indentation).min().unwrap_or(0);
    let dedented = found.iter().map(|it| it.get(shared..).unwrap_or_default());
    dedented.collect()
}

/// Words of others as Markdown in which nothing has a meaning.
fn literal(text: &str) -> String {
    let text = escaped(text);
    let number = text.bytes().take_while(u8::is_ascii_digit).count();
    let mut literal = String::new();
    for (at, character) in text.char_indices() {
        let marks_item = (at == 0 && "-+".contains(character))
            || (at == number && at > 0 && ".)".contains(character));
        if marks_item || "\\`*_{}[]<>#|~&".contains(character) {
            literal.push('\\');
        }
        literal.push(character);
    }
    literal
}

fn line(text: &mut String, line: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}
