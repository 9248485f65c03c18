//! What the documents of each edition consist of, as fingerprints: the text is not copied.
//!
//! `conform spec record DIR` prints a record; the one in `data/record.txt` is part of the program.
//! A record has one line for each document, section and piece, with tabs between its columns:
//!
//! ```text
//! document    current/codecs/transpose.rst    91f6091790c0c0f0
//! section     Configuration parameters
//! normative   item in definition              01cf6236f54b0f25
//! ```
//!
//! The fingerprint of a piece is the start of the SHA-256 of its words; that of a document is of its
//! whole text with white space folded, so that it changes with links and comments, too.

use std::collections::BTreeMap;
use std::fmt;

use super::form::Form;
use super::pieces::{Piece, fingerprint, pieces};
use super::rst::blocks::SILENT;
use super::sentences::Standing;

/// How many hexadecimal digits of a SHA-256 are kept.
const DIGITS: usize = 16;

/// What documents consisted of when they were recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The documents by name.
    pub documents: BTreeMap<String, RecordedDocument>,
}

/// What one document consisted of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedDocument {
    /// Of the whole text.
    pub fingerprint: String,
    /// In the order of the text.
    pub pieces: Vec<RecordedPiece>,
}

/// A [`Piece`] without its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedPiece {
    /// Titles above it, joined by ` > `.
    pub section: String,
    /// The number of a sentence in its section, from 1; absent for what is not a sentence.
    pub ordinal: Option<usize>,
    /// What it is.
    pub kind: String,
    /// Whether it could bind an implementation.
    pub standing: Standing,
    /// Of its words.
    pub fingerprint: String,
}

/// Why a record cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("found {found:?} in line {line} of the record, expected {expected}")]
pub struct RecordError {
    line: usize,
    found: String,
    expected: &'static str,
}

impl RecordedDocument {
    /// What a text consists of.
    pub fn of(form: Form, text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        Self {
            fingerprint: shortened(&fingerprint(&words.join(" "))),
            pieces: pieces(form, text).iter().map(RecordedPiece::of).collect(),
        }
    }
}

impl RecordedPiece {
    pub(super) fn of(piece: &Piece) -> Self {
        Self {
            section: piece.section.clone(),
            ordinal: piece.ordinal,
            kind: piece.kind.clone(),
            standing: piece.standing,
            fingerprint: shortened(&piece.sha256()),
        }
    }
}

/// The digits of a SHA-256 that are kept.
pub(super) fn shortened(sha256: &str) -> String {
    sha256.chars().take(DIGITS).collect()
}

impl Record {
    /// Reads the record that is part of the program. A test holds that this does not fail.
    pub fn load() -> Result<Self, RecordError> {
        Self::parse(include_str!("data/record.txt"))
    }

    /// Reads a record as [`fmt::Display`] writes it.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        let mut documents = BTreeMap::new();
        let mut document: Option<&mut RecordedDocument> = None;
        let mut section = String::new();
        let mut ordinals: BTreeMap<String, usize> = BTreeMap::new();
        for (at, line) in text.lines().enumerate() {
            let wrong = |expected| RecordError {
                line: at + 1,
                found: line.to_owned(),
                expected,
            };
            let columns: Vec<&str> = line.split('\t').collect();
            match columns.as_slice() {
                [line] if line.is_empty() || line.starts_with('#') => {}
                ["document", name, fingerprint] => {
                    ordinals.clear();
                    let entry = documents.entry((*name).to_owned());
                    let of_name: &mut RecordedDocument = entry.or_default();
                    (*fingerprint).clone_into(&mut of_name.fingerprint);
                    document = Some(of_name);
                }
                ["section", name] => (*name).clone_into(&mut section),
                [standing, kind, fingerprint] => {
                    let standing = Standing::ALL.into_iter().find(|it| it.name() == *standing);
                    let standing = standing.ok_or_else(|| wrong("a standing"))?;
                    let document = document.as_mut().ok_or_else(|| wrong("a document"))?;
                    let ordinal = is_sentence(kind).then(|| {
                        let ordinal = ordinals.entry(section.clone()).or_insert(0);
                        *ordinal += 1;
                        *ordinal
                    });
                    document.pieces.push(RecordedPiece {
                        section: section.clone(),
                        ordinal,
                        kind: (*kind).to_owned(),
                        standing,
                        fingerprint: (*fingerprint).to_owned(),
                    });
                }
                _ => return Err(wrong("a document, a section or a piece")),
            }
        }
        Ok(Self { documents })
    }
}

/// Whether pieces of a kind have words of which sentences are made.
fn is_sentence(kind: &str) -> bool {
    let (what, _) = kind.split_once(" in ").unwrap_or((kind, ""));
    what != "title" && !SILENT.contains(&what)
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# Written by `conform spec record DIR`; do not edit.")?;
        for (name, document) in &self.documents {
            writeln!(f, "\ndocument\t{name}\t{}", document.fingerprint)?;
            let mut section = None;
            for piece in &document.pieces {
                if section != Some(&piece.section) {
                    writeln!(f, "section\t{}", piece.section)?;
                    section = Some(&piece.section);
                }
                let standing = piece.standing.name();
                writeln!(f, "{standing}\t{}\t{}", piece.kind, piece.fingerprint)?;
            }
        }
        Ok(())
    }
}
