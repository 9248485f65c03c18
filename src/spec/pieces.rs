//! Everything that a document consists of, in its order: sentences, titles, and what has no
//! sentences.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest as _, Sha256};

use super::form::Form;
use super::rst::blocks::Block;
use super::rst::inline::{Glyph, plain, without_markup};
use super::rst::split::{split, words};
use super::sentences::{Sentence, Standing};

/// Titles of sections that frame a document.
const FRAME: [&str; 5] = [
    "Abstract",
    "Status of this document",
    "Document conventions",
    "References",
    "Change log",
];

/// A sentence, a title, or a block without sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Titles above it, joined by ` > `; a title is in the section that it opens.
    pub section: String,
    /// The number of a sentence in its section, from 1; absent for what is not a sentence.
    pub ordinal: Option<usize>,
    /// What it is, and in what it stands: `paragraph`, `row`, `title`, `literal block`, `item in
    /// note`.
    pub kind: String,
    /// Whether it can bind an implementation.
    pub standing: Standing,
    /// Its words: those of a sentence or a title without markup.
    pub text: String,
}

impl Piece {
    /// SHA-256 of the words, as 64 lower-case hexadecimal digits.
    pub fn sha256(&self) -> String {
        fingerprint(&self.text)
    }

    /// The sentence, if it is one.
    pub fn into_sentence(self) -> Option<Sentence> {
        Some(Sentence {
            section: self.section,
            ordinal: self.ordinal?,
            text: self.text,
            standing: self.standing,
        })
    }
}

/// SHA-256 of a text in UTF-8, as 64 lower-case hexadecimal digits.
pub(super) fn fingerprint(text: &str) -> String {
    hex::encode(Sha256::digest(text.as_bytes()))
}

/// The text with control characters escaped.
pub(super) fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let escaped = c.is_control().then(|| c.escape_default());
            let plain = escaped.is_none().then_some(c);
            escaped.into_iter().flatten().chain(plain)
        })
        .collect()
}

/// Every piece of a document, in its order.
pub fn pieces(form: Form, document: &str) -> Vec<Piece> {
    let mut walk = Walk {
        is_plain: !form.has_markup(),
        ..Walk::default()
    };
    walk.outermost(&form.blocks(document));
    walk.finish()
}

/// Where in the document the walk is, and what it found.
#[derive(Default)]
struct Walk {
    /// Texts have no markup.
    is_plain: bool,
    /// The styles of titles in the order of their first use: the depth of each.
    styles: Vec<(char, bool)>,
    /// The titles above, the document's own first.
    path: Vec<String>,
    /// What is around: `item`, `definition`, `quote`, or the name of a note, outermost first.
    around: Vec<String>,
    /// How many notes and warnings are around.
    asides: usize,
    /// The last ordinal of each section.
    ordinals: BTreeMap<String, usize>,
    /// Sections that are not normative.
    not_normative: BTreeSet<String>,
    found: Vec<Piece>,
}

impl Walk {
    fn outermost(&mut self, blocks: &[Block]) {
        let mut rest = blocks;
        while let Some(block) = rest.first() {
            if let Block::Title { style, text } = block {
                self.open_section(*style, text);
                rest = &rest[1..];
            } else {
                let end = rest
                    .iter()
                    .position(|block| matches!(block, Block::Title { .. }))
                    .unwrap_or(rest.len());
                self.blocks(&rest[..end]);
                rest = &rest[end..];
            }
        }
    }

    fn open_section(&mut self, style: (char, bool), title: &str) {
        let known = self.styles.iter().position(|known| *known == style);
        let depth = known.unwrap_or_else(|| {
            self.styles.push(style);
            self.styles.len() - 1
        });
        self.path.truncate(depth);
        let title = words(&self.glyphs(title));
        let frames = FRAME.contains(&title.as_str());
        self.path.push(title.clone());
        if frames {
            self.not_normative.insert(self.section());
        }
        self.push(None, "title", title);
    }

    /// The name of the section that the walk is in.
    fn section(&self) -> String {
        match self.path.as_slice() {
            [] => String::new(),
            [title] => title.clone(),
            [_, sections @ ..] => sections.join(" > "),
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        let mut rest = blocks;
        while let Some((block, after)) = rest.split_first() {
            rest = after;
            if !self.is_plain
                && let Some(term) = term(block)
                && let (silent, Some((Block::Quote(body), after))) = after_silent(rest)
            {
                self.blocks(silent);
                self.path.push(term);
                self.blocks(body);
                self.path.pop();
                rest = after;
            } else {
                self.block(block);
            }
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Title { text, .. } | Block::Paragraph(text) => self.text("paragraph", text),
            Block::Item(body) => self.within("item", body),
            Block::Quote(body) => self.within("quote", body),
            Block::Table(rows) => self.blocks(rows),
            Block::Row(cells) => self.text("row", &cells.join(" | ")),
            Block::Definition { term, body } => self.definition(term, body),
            Block::Aside { name, body } => {
                self.asides += 1;
                self.within(name, body);
                self.asides -= 1;
            }
            Block::Silent { kind, text } => self.push(None, kind, text.clone()),
        }
    }

    /// The characters of a text without its markup.
    fn glyphs(&self, text: &str) -> Vec<Glyph> {
        if self.is_plain {
            plain(text)
        } else {
            without_markup(text)
        }
    }

    fn within(&mut self, name: &str, body: &[Block]) {
        self.around.push(name.to_owned());
        self.blocks(body);
        self.around.pop();
    }

    fn definition(&mut self, term: &str, body: &[Block]) {
        let term = term.trim_end_matches(':');
        if let (silent, Some((Block::Paragraph(first), rest))) = after_silent(body) {
            self.blocks(silent);
            self.text("definition", &format!("{term}: {first}"));
            self.within("definition", rest);
        } else {
            self.text("definition", term);
            self.within("definition", body);
        }
    }

    fn text(&mut self, what: &str, text: &str) {
        for text in split(&self.glyphs(text)) {
            let section = self.section();
            if says_not_normative(&text) {
                self.not_normative.insert(section.clone());
            }
            let ordinal = self.ordinals.entry(section).or_insert(0);
            *ordinal += 1;
            let ordinal = *ordinal;
            self.push(Some(ordinal), what, text);
        }
    }

    fn push(&mut self, ordinal: Option<usize>, what: &str, text: String) {
        let around = self.around.iter().rev().map(String::as_str);
        let what = Some(what).filter(|it| *it != "paragraph" || self.around.is_empty());
        let kind: Vec<&str> = what.into_iter().chain(around).collect();
        let aside = self.asides > 0 || (ordinal.is_some() && is_example(&text));
        self.found.push(Piece {
            section: self.section(),
            ordinal,
            kind: kind.join(" in "),
            standing: if aside {
                Standing::Aside
            } else {
                Standing::Normative
            },
            text,
        });
    }

    /// A section may say late, and for the sections below it, that it is not normative.
    fn finish(self) -> Vec<Piece> {
        let not_normative = self.not_normative;
        let mut found = self.found;
        for piece in &mut found {
            if not_normative
                .iter()
                .any(|section| zarr_conform_requirements::is_within(&piece.section, section))
            {
                piece.standing = Standing::NotNormative;
            }
        }
        found
    }
}

/// The blocks without sentences at the start, and the first with sentences and those after it.
fn after_silent(blocks: &[Block]) -> (&[Block], Option<(&Block, &[Block])>) {
    let silent = blocks.iter().take_while(|block| block.is_silent()).count();
    let (silent, rest) = blocks.split_at(silent);
    (silent, rest.split_first())
}

/// The phrase of a paragraph that is one emphasised phrase.
fn term(block: &Block) -> Option<String> {
    let Block::Paragraph(text) = block else {
        return None;
    };
    let phrase = text.trim_matches('*');
    let marked = text.starts_with('*') && text.ends_with('*') && !phrase.contains('*');
    marked.then(|| words(&without_markup(phrase)))
}

fn says_not_normative(text: &str) -> bool {
    let text = text.to_lowercase();
    let names_section = text.contains("this section is")
        || text.contains("this subsection is")
        || text.starts_with("the section suggests")
        || text.starts_with("the following section");
    names_section
        && ["non-normative", "not normative", "is informative"]
            .iter()
            .any(|phrase| text.contains(phrase))
}

fn is_example(text: &str) -> bool {
    let text = text.to_lowercase();
    text.starts_with("for example") || text.starts_with("e.g.")
}
