//! Everything that is known of one requirement, or of what breaks or rests on some, and, with a checkout, their
//! sentences.

use std::fmt;

use zarr_conform_reference::misreading::{self, Misreading};
use zarr_conform_requirements::{
    BY_REFERENCE, Erratum, Fix, OpenPlace, Passage, Place, Premise, RegisteredSentence, Registry,
    Requirement, address,
};
use zarr_conform_runner::text::counted;
use zarr_conform_spec_map::coverage::{Coverage, Standing, standing};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Fact;

use super::checkout::Checkout;
use super::pieces::escaped;

/// What reports say of the command, once each.
pub const HINT: &str =
    "conform spec show ID says what a requirement or check demands, and where the text says it";

/// How many near ids an unknown one is answered with.
const MOST_NEAR: usize = 5;
/// How like an id has to be, from 0 to 1, to be near.
const NEAR: f64 = 0.8;

/// What a requirement is shown from.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// Requirements, errata and open places.
    pub registry: &'a Registry,
    /// The facts that test them.
    pub facts: &'a [Fact],
    /// The text; without it no sentence is shown.
    pub checkout: Option<&'a Checkout>,
}

/// What an id stands for.
#[derive(Clone, Copy)]
pub enum Subject<'a> {
    /// A requirement.
    Requirement(&'a Requirement),
    /// A contradiction.
    Erratum(&'a Erratum),
    /// A question that the text leaves open.
    Open(&'a OpenPlace),
    /// What refusals rest on that no sentence orders.
    Premise(&'a Premise),
    /// A wrong reading.
    Misreading(&'static Misreading),
    /// A fact, or a check that follows from it.
    Fact(&'a Fact),
}

/// An id that nothing has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found no requirement, contradiction, open place, misreading or fact {id:?}{}", did_you_mean(.near))]
pub struct UnknownId {
    /// The id.
    pub id: String,
    /// The ids most like it, best first.
    pub near: Vec<String>,
}

pub(super) fn did_you_mean(near: &[String]) -> String {
    match near {
        [] => String::new(),
        near => format!("; did you mean {}?", near.join(", ")),
    }
}

impl<'a> Known<'a> {
    /// What an id stands for: that of a requirement, a contradiction, an open place, a misreading, a fact or a
    /// check.
    pub fn subject(&self, id: &str) -> Result<Subject<'a>, UnknownId> {
        let registry = self.registry;
        let of_fact = id.split('#').next().unwrap_or(id);
        let requirement = registry.requirement(id).map(Subject::Requirement);
        let erratum = || registry.errata.iter().find(|it| it.id == id);
        let open = || registry.open.iter().find(|it| it.id == id);
        let premise = || registry.premises.iter().find(|it| it.id == id);
        let fact = || self.facts.iter().find(|it| it.id == of_fact);
        requirement
            .or_else(|| erratum().map(Subject::Erratum))
            .or_else(|| open().map(Subject::Open))
            .or_else(|| premise().map(Subject::Premise))
            .or_else(|| misreading::named(id).map(Subject::Misreading))
            .or_else(|| fact().map(Subject::Fact))
            .ok_or_else(|| UnknownId {
                id: id.to_owned(),
                near: self.near(id),
            })
    }

    /// The ids most like one that is unknown.
    fn near(&self, id: &str) -> Vec<String> {
        let registry = self.registry;
        let requirements = registry.requirements.iter().map(|it| it.id.as_str());
        let errata = registry.errata.iter().map(|it| it.id.as_str());
        let open = registry.open.iter().map(|it| it.id.as_str());
        let premises = registry.premises.iter().map(|it| it.id.as_str());
        let of_registry = requirements.chain(errata).chain(open).chain(premises);
        let misreadings = misreading::all().map(|it| it.name);
        let facts = self.facts.iter().map(|it| it.id.as_str());
        let is_fact = id.contains('/');
        let known = of_registry.chain(misreadings).filter(|_| !is_fact);
        let known = known.chain(facts.filter(|_| is_fact));
        nearest(id, known)
    }

    /// All about what an id stands for, as text.
    pub fn show(&self, subject: Subject<'a>) -> impl fmt::Display {
        Shown {
            known: *self,
            subject,
        }
    }
}

/// Those of the known ids that are most like one that is unknown: those that contain it, then those
/// that are spelled alike.
pub(super) fn nearest<'a>(id: &str, known: impl Iterator<Item = &'a str>) -> Vec<String> {
    let likeness = |known: &str| {
        let contains = f64::from(u8::from(id.len() > 2 && known.contains(id)));
        contains + zarr_conform_runner::likeness(id, known)
    };
    let mut near: Vec<(f64, &str)> = known.map(|known| (likeness(known), known)).collect();
    near.retain(|(likeness, _)| *likeness > NEAR);
    near.sort_by(|left, right| right.0.total_cmp(&left.0));
    let near = near.into_iter().take(MOST_NEAR);
    near.map(|(_, known)| known.to_owned()).collect()
}

struct Shown<'a> {
    known: Known<'a>,
    subject: Subject<'a>,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.subject {
            Subject::Requirement(requirement) => self.requirement(requirement, f),
            Subject::Erratum(erratum) => self.erratum(erratum, f),
            Subject::Open(open) => self.open(open, f),
            Subject::Premise(premise) => self.premise(premise, f),
            Subject::Misreading(misreading) => self.misreading(misreading, f),
            Subject::Fact(fact) => self.fact(fact, f),
        }
    }
}

impl Shown<'_> {
    fn requirement(&self, requirement: &Requirement, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let editions: Vec<&str> = requirement.editions.iter().map(|it| it.name()).collect();
        let (id, level) = (&requirement.id, requirement.level.name());
        let noun = if editions.len() == 1 {
            "edition"
        } else {
            "editions"
        };
        writeln!(f, "{id}: {level}, {noun} {}", editions.join(", "))?;
        writeln!(f, "\n  {}\n", requirement.paraphrase)?;
        for edition in Edition::ALL.into_iter().rev() {
            let is_of_edition =
                |it: &&RegisteredSentence| Edition::of_document(&it.document) == Some(edition);
            let mut sentences = requirement
                .sentences
                .iter()
                .filter(is_of_edition)
                .peekable();
            if sentences.peek().is_some() {
                writeln!(f, "edition {}", edition.described())?;
            }
            for sentence in sentences {
                self.passage(&Passage::from(sentence), f)?;
            }
        }
        for document in BY_REFERENCE {
            let sentences = requirement.sentences.iter();
            let mut sentences = sentences
                .filter(|it| it.document == document.name)
                .peekable();
            if sentences.peek().is_some() {
                writeln!(f, "{}", document.described())?;
            }
            for sentence in sentences {
                self.passage(&Passage::from(sentence), f)?;
            }
        }
        for erratum in &self.known.registry.errata {
            if erratum.requirements.contains(id) {
                let (name, reading) = (&erratum.id, &erratum.reading);
                writeln!(f, "contradiction {name}: {reading}")?;
            }
        }
        for open in &self.known.registry.open {
            if open.requirements.contains(id) {
                writeln!(f, "open {}: {}", open.id, open.question)?;
            }
        }
        for function in self.known.registry.functions_of(id) {
            writeln!(f, "reference {} in {}", function.name, function.file)?;
        }
        if let Some(reason) = self.known.registry.unmirrored_because(id) {
            writeln!(f, "no function of the reference: {reason}")?;
        }
        self.facts(requirement, f)
    }

    fn passage(&self, passage: &Passage, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (document, section) = (&passage.document, &passage.section);
        writeln!(f, "  {document}, section {section}, {}", passage.name())?;
        address_lines(document, section, f)?;
        let Some(checkout) = self.known.checkout else {
            return Ok(());
        };
        match checkout.passage(passage) {
            Some(found) => quoted(&found.piece.text, f),
            None if checkout.text(document).is_none() => {
                writeln!(f, "    not in this checkout")
            }
            None => writeln!(
                f,
                "    changed or gone in this checkout: conform spec check shows more"
            ),
        }
    }

    fn facts(&self, requirement: &Requirement, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coverage = Coverage::new(self.known.facts);
        let facts = coverage.facts(&requirement.id);
        if let Some(reason) = &requirement.reason {
            return writeln!(f, "no fact tests it: {reason}");
        }
        let number = |wanted: Standing| facts.iter().filter(|it| standing(it) == wanted).count();
        let (valid, refused, open) = (
            number(Standing::Valid),
            number(Standing::Invalid),
            number(Standing::Open),
        );
        let all = counted(facts.len() as u64, "fact");
        writeln!(f, "{all}: {valid} valid, {refused} refused, {open} open")
    }

    fn erratum(&self, erratum: &Erratum, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: a contradiction\n", erratum.id)?;
        writeln!(f, "  {}\n", erratum.contradiction)?;
        writeln!(f, "reading: {}", erratum.reading)?;
        writeln!(f, "why: {}", erratum.why)?;
        match &erratum.fix {
            Fix::Replacement(fix) => writeln!(f, "replacement: {fix}")?,
            Fix::Past(why) => writeln!(f, "replacement: none. {why}")?,
        }
        if let Some(issue) = &erratum.issue {
            writeln!(f, "thread: {issue}")?;
        }
        for passage in &erratum.places {
            self.passage(passage, f)?;
        }
        writeln!(f, "requirements: {}", erratum.requirements.join(", "))
    }

    fn open(&self, open: &OpenPlace, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: the text leaves it open\n", open.id)?;
        writeln!(f, "  {}\n", open.question)?;
        for outcome in &open.outcomes {
            writeln!(f, "  - {outcome}")?;
        }
        self.places(&open.places, f)?;
        writeln!(f, "requirements: {}", open.requirements.join(", "))
    }

    fn premise(&self, premise: &Premise, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}: a premise, where no sentence orders a refusal\n",
            premise.id
        )?;
        writeln!(f, "  {}\n", premise.premise)?;
        for (name, paragraphs) in [
            ("why", &premise.why),
            ("limits", &premise.limits),
            ("what follows", &premise.families),
        ] {
            writeln!(f, "{name}:")?;
            for paragraph in paragraphs {
                writeln!(f, "  - {paragraph}")?;
            }
        }
        let facts = Coverage::new(self.known.facts).facts_resting_on(&premise.id);
        writeln!(f, "named by {}", counted(facts.len() as u64, "fact"))
    }

    fn misreading(&self, misreading: &Misreading, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Misreading { name, when, .. } = misreading;
        let edition = match misreading.editions {
            editions if editions.contains(&Edition::default()) => None,
            editions => editions.last(),
        };
        let edition = edition.map_or_else(String::new, |it| format!(" --edition {}", it.name()));
        writeln!(
            f,
            "{name}: a misreading, which is a wrong reading of the text\n"
        )?;
        writeln!(f, "  as if {when}\n")?;
        writeln!(
            f,
            "what it fails: conform --impl 'conform reference --misread {name}{edition}'"
        )?;
        writeln!(f, "what it breaks:\n")?;
        self.requirements(misreading.requirements.iter().copied(), f)
    }

    fn requirements<'b>(
        &self,
        ids: impl Iterator<Item = &'b str>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        for requirement in ids.filter_map(|it| self.known.registry.requirement(it)) {
            self.requirement(requirement, f)?;
            writeln!(f)?;
        }
        Ok(())
    }

    /// Sections, with all their sentences where there is a checkout.
    fn places(&self, places: &[Place], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Place { document, section } in places {
            writeln!(f, "  {document}, section {section}")?;
            address_lines(document, section, f)?;
            let checkout = self.known.checkout;
            let sentences = checkout.map(|it| it.section(document, section));
            for sentence in sentences.iter().flatten() {
                quoted(&sentence.text, f)?;
            }
        }
        Ok(())
    }

    fn fact(&self, fact: &Fact, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}\n", fact.id, fact.comment)?;
        let registry = self.known.registry;
        let mut premises = registry.premises.iter();
        if let Some(premise) = premises.find(|it| fact.premise.as_ref() == Some(&it.id)) {
            writeln!(f, "premise {}: {}\n", premise.id, premise.premise)?;
        }
        self.requirements(fact.requirements.iter().map(String::as_str), f)
    }
}

fn address_lines(document: &str, section: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let addresses = [
        address::page(document, section),
        address::at_commit(document, section),
    ];
    for address in addresses.into_iter().flatten() {
        writeln!(f, "    {address}")?;
    }
    Ok(())
}

fn quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "    > {}", escaped(text))
}
