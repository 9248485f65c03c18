//! Splits a document of the specification into sections and sentences.
//!
//! The rule, so that anybody can recompute a hash:
//!
//! 1. **Sections.** A title is underlined, perhaps overlined too. A section is named by the titles
//!    above it, without the document's own, joined by ` > `; text right below the document's title
//!    is in a section of that name. A paragraph that is one emphasised phrase and is followed by
//!    indented text names that text like a section of its own (the terms of the core document).
//! 2. **Texts.** A paragraph, the text of a list item and a row of a table are texts. The term of a
//!    definition stands before the first paragraph of what is said about it: `term: text`. The
//!    cells of a row are joined by ` | `; header rows are left out. Literal blocks, pictures,
//!    diagrams, comments, targets and citations have no text.
//! 3. **Markup** goes: the quotes of literals, roles, targets of links, emphasis, underscores of
//!    references. White space of any length is one space.
//! 4. **Sentences.** A text ends a sentence at its end and at `.`, `!` or `?`, perhaps followed by
//!    closing quotes or brackets, before a space. Not where the mark was inside backquotes, belongs
//!    to `...`, or to `e.g.`, `i.e.`, `etc.`, `cf.`, `vs.`.
//! 5. **Ordinal.** Sentences are numbered from 1 in their section, whatever their standing.
//! 6. **Standing.** Notes, warnings and tables of examples are [`Standing::Aside`]; so is a
//!    sentence that starts with "For example" or `E.g.`. Sections that frame a document (abstract,
//!    status, conventions, references, change log), or that say of themselves that they are not
//!    normative, are [`Standing::NotNormative`] with all sections below them. Everything else is
//!    [`Standing::Normative`].
//! 7. **Hash.** SHA-256 of the sentence in UTF-8, in lower-case hexadecimal digits.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use hmac_sha256::Hash;

use super::rst::blocks::{Block, parse_document};
use super::rst::inline::without_markup;
use super::rst::split::{split, words};

/// One sentence of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Titles above it, joined by ` > `.
    pub section: String,
    /// Its number in the section, from 1.
    pub ordinal: usize,
    /// Its words, without markup.
    pub text: String,
    /// Whether it can bind an implementation.
    pub standing: Standing,
}

/// Whether a sentence can bind an implementation, judged by where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Ordinary text.
    Normative,
    /// A note, a warning or an example.
    Aside,
    /// Text of a section that is not normative.
    NotNormative,
}

/// Words of RFC 2119, in any case.
const KEY_WORDS: [&str; 7] = [
    "must",
    "shall",
    "required",
    "should",
    "recommended",
    "may",
    "optional",
];

/// Titles of sections that frame a document.
const FRAME: [&str; 5] = [
    "Abstract",
    "Status of this document",
    "Document conventions",
    "References",
    "Change log",
];

impl Sentence {
    /// SHA-256 of the words, as 64 lower-case hexadecimal digits.
    pub fn sha256(&self) -> String {
        hex::encode(Hash::hash(self.text.as_bytes()))
    }

    /// Whether it is ordinary text with a key word in it, so that a requirement has to be made of
    /// it.
    pub fn demands(&self) -> bool {
        self.standing == Standing::Normative
            && self
                .text
                .split(|c: char| !c.is_alphanumeric())
                .any(|word| KEY_WORDS.contains(&word.to_lowercase().as_str()))
    }
}

impl fmt::Display for Sentence {
    /// Its place and its words, with control characters escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |text: &str| -> String {
            text.chars()
                .flat_map(|c| {
                    let escaped = c.is_control().then(|| c.escape_default());
                    let plain = escaped.is_none().then_some(c);
                    escaped.into_iter().flatten().chain(plain)
                })
                .collect()
        };
        let (section, text) = (shown(&self.section), shown(&self.text));
        write!(f, "({section}, sentence {}): {text}", self.ordinal)
    }
}

/// Every sentence of a document, in its order.
pub fn sentences(document: &str) -> Vec<Sentence> {
    let mut walk = Walk::default();
    walk.outermost(&parse_document(document));
    walk.finish()
}

/// Where in the document the walk is, and what it found.
#[derive(Default)]
struct Walk {
    /// The styles of titles in the order of their first use: the depth of each.
    styles: Vec<(char, bool)>,
    /// The titles above, the document's own first.
    path: Vec<String>,
    /// How many notes and warnings are around.
    asides: usize,
    /// The last ordinal of each section.
    ordinals: BTreeMap<String, usize>,
    /// Sections that are not normative.
    not_normative: BTreeSet<String>,
    found: Vec<Sentence>,
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
        let title = words(&without_markup(title));
        let frames = FRAME.contains(&title.as_str());
        self.path.push(title);
        if frames {
            self.not_normative.insert(self.section());
        }
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
        let mut rest = blocks.iter().peekable();
        while let Some(block) = rest.next() {
            if let Some(term) = term(block)
                && let Some(Block::Quote(body)) =
                    rest.next_if(|next| matches!(next, Block::Quote(_)))
            {
                self.path.push(term);
                self.blocks(body);
                self.path.pop();
            } else {
                self.block(block);
            }
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Title { text, .. } | Block::Paragraph(text) => self.text(text),
            Block::Item(body) | Block::Quote(body) => self.blocks(body),
            Block::Row(cells) => self.text(&cells.join(" | ")),
            Block::Definition { term, body } => self.definition(term, body),
            Block::Aside(body) => {
                self.asides += 1;
                self.blocks(body);
                self.asides -= 1;
            }
        }
    }

    fn definition(&mut self, term: &str, body: &[Block]) {
        let term = term.trim_end_matches(':');
        if let Some((Block::Paragraph(first), rest)) = body.split_first() {
            self.text(&format!("{term}: {first}"));
            self.blocks(rest);
        } else {
            self.text(term);
            self.blocks(body);
        }
    }

    fn text(&mut self, text: &str) {
        for text in split(&without_markup(text)) {
            let section = self.section();
            if says_not_normative(&text) {
                self.not_normative.insert(section.clone());
            }
            let ordinal = self.ordinals.entry(section.clone()).or_insert(0);
            *ordinal += 1;
            let aside = self.asides > 0 || is_example(&text);
            self.found.push(Sentence {
                section,
                ordinal: *ordinal,
                text,
                standing: if aside {
                    Standing::Aside
                } else {
                    Standing::Normative
                },
            });
        }
    }

    /// A section may say late, and for the sections below it, that it is not normative.
    fn finish(self) -> Vec<Sentence> {
        let not_normative = self.not_normative;
        let mut found = self.found;
        for sentence in &mut found {
            if not_normative
                .iter()
                .any(|section| zarr_conform_requirements::is_within(&sentence.section, section))
            {
                sentence.standing = Standing::NotNormative;
            }
        }
        found
    }
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
