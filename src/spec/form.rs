//! How a document is written.

use super::rst::blocks::{self as rst, Block};
use super::{markdown, rfc};

/// How a document is written, told by the ending of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `.rst` and every other ending: the documents of the specification.
    ReStructuredText,
    /// `.md`: the registry of extensions.
    Markdown,
    /// `.txt`: an RFC as plain text.
    Rfc,
}

impl Form {
    /// The form of a document or file with this name.
    pub fn of(name: &str) -> Self {
        match name.rsplit_once('.') {
            Some((_, "md")) => Self::Markdown,
            Some((_, "txt")) => Self::Rfc,
            _ => Self::ReStructuredText,
        }
    }

    /// The blocks of a text.
    pub(super) fn blocks(self, text: &str) -> Vec<Block> {
        match self {
            Self::ReStructuredText => rst::parse_document(text),
            Self::Markdown => markdown::parse_document(text),
            Self::Rfc => rfc::parse_document(text),
        }
    }

    /// Whether paragraphs have markup in them.
    pub(super) fn has_markup(self) -> bool {
        self != Self::Rfc
    }
}
