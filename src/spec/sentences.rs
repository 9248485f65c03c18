//! Splits a document of the specification into sections and sentences.
//!
//! The rule, so that a hash can be recomputed:
//!
//! What follows is said of reStructuredText. In Markdown, titles begin with `#`, items with a mark or a
//! number, and code stands between fences. In an RFC, titles begin with their number, which is part of them;
//! what stands before the first is in a section with the name of the RFC; page breaks, pictures and tables
//! have no text, nothing is markup, and a word that is divided at the end of a line is whole.
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

use std::fmt;

use super::form::Form;
use super::pieces::{Piece, escaped, fingerprint, pieces};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

impl Sentence {
    /// SHA-256 of the words, as 64 lower-case hexadecimal digits.
    pub fn sha256(&self) -> String {
        fingerprint(&self.text)
    }

    /// Whether it is ordinary text with a key word in it, so that a requirement has to be made of
    /// it.
    pub fn demands(&self) -> bool {
        self.standing == Standing::Normative && has_key_word(&self.text)
    }
}

/// Whether a text has a word of RFC 2119 in it.
pub(super) fn has_key_word(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric())
        .any(|word| KEY_WORDS.contains(&word.to_lowercase().as_str()))
}

impl Standing {
    /// Every standing.
    pub(super) const ALL: [Self; 3] = [Self::Normative, Self::Aside, Self::NotNormative];

    /// In words, before a noun.
    pub fn name(self) -> &'static str {
        match self {
            Self::Normative => "normative",
            Self::Aside => "remark",
            Self::NotNormative => "not normative",
        }
    }
}

impl fmt::Display for Sentence {
    /// Its place and its words, with control characters escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (section, text) = (escaped(&self.section), escaped(&self.text));
        write!(f, "({section}, sentence {}): {text}", self.ordinal)
    }
}

/// Every sentence of a document, in its order.
pub fn sentences(form: Form, document: &str) -> Vec<Sentence> {
    pieces(form, document)
        .into_iter()
        .filter_map(Piece::into_sentence)
        .collect()
}
