//! The text of `zarr.json`, member by member and to the letter, and facts about it.
//!
//! The spelling of a value is often the very thing under test, so that no JSON library stands
//! between a family and the text.

use anyhow::{Context, bail, ensure};
use zarr_conform_reference::{Error, Literal, Reading};
use zarr_conform_vectors::Meaning;

use crate::fact::{Draft, meaning};
use crate::topic::Topic;

/// A codec list for data types of several bytes.
pub(super) const LITTLE: &str = r#"[{"name": "bytes", "configuration": {"endian": "little"}}]"#;
/// A codec list for data types of one byte.
pub(super) const ONE_BYTE: &str = r#"[{"name": "bytes"}]"#;

/// Members in the order of the text, each value as it is spelled.
#[derive(Clone)]
pub(super) struct Document {
    members: Vec<(String, String)>,
}

impl Document {
    /// An array of `int16`, whose last chunks reach beyond it.
    pub(super) fn new() -> Self {
        Self::of("int16", "7")
            .with("shape", "[2, 3]")
            .with("chunk_grid", &regular("[2, 2]"))
    }

    /// An array of two elements of a data type, with the fill value as it is spelled.
    pub(super) fn of(data_type: &str, fill_value: &str) -> Self {
        let codecs = match data_type {
            "bool" | "int8" | "uint8" => ONE_BYTE,
            _ => LITTLE,
        };
        let members = [
            ("zarr_format", "3"),
            ("node_type", r#""array""#),
            ("shape", "[2]"),
            ("data_type", &format!("{data_type:?}")),
            ("chunk_grid", &regular("[2]")),
            (
                "chunk_key_encoding",
                r#"{"name": "default", "configuration": {"separator": "/"}}"#,
            ),
            ("fill_value", fill_value),
            ("codecs", codecs),
        ];
        Self {
            members: members
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .to_vec(),
        }
    }

    /// The document with another value for a member, or with one more member.
    pub(super) fn with(&self, name: &str, value: &str) -> Self {
        let mut document = self.clone();
        match document.members.iter_mut().find(|(n, _)| n == name) {
            Some(member) => value.clone_into(&mut member.1),
            None => document.members.push((name.to_owned(), value.to_owned())),
        }
        document
    }

    /// The document without a member.
    pub(super) fn without(&self, name: &str) -> Self {
        let mut document = self.clone();
        document.members.retain(|(n, _)| n != name);
        document
    }

    /// The document with its members from last to first.
    pub(super) fn reversed(&self) -> Self {
        let mut document = self.clone();
        document.members.reverse();
        document
    }

    /// The text, one member a line.
    pub(super) fn text(&self) -> String {
        let members: Vec<String> = self
            .members
            .iter()
            .map(|(name, value)| format!("  \"{name}\": {value}"))
            .collect();
        format!("{{\n{}\n}}\n", members.join(",\n"))
    }
}

/// A regular grid with the chunk shape as it is spelled.
pub(super) fn regular(chunk_shape: &str) -> String {
    format!(r#"{{"name": "regular", "configuration": {{"chunk_shape": {chunk_shape}}}}}"#)
}

/// A reading in a few words, and a document of plain spelling that says what it takes the text for;
/// nothing where it refuses.
pub(super) type Taken<'a> = (&'a str, Option<Document>);

impl Draft<'_> {
    /// A document on which readings differ. The reference, too, must follow one of them.
    pub(super) fn open_document(
        self,
        document: impl Into<Vec<u8>>,
        readings: &[Taken],
    ) -> anyhow::Result<()> {
        let document = document.into();
        let mut outcomes: Vec<(&str, Option<Meaning>)> = Vec::new();
        for (reading, taken) in readings {
            let means = match taken {
                Some(plain) => Some(self.agreed(|reference| {
                    let array = reference.array_metadata(plain.text().as_bytes())?;
                    Ok(meaning(&array))
                })?),
                None => None,
            };
            outcomes.push((reading, means));
        }
        for edition in &self.editions {
            let found = match Literal(*edition).array_metadata(&document) {
                Ok(array) => Some(meaning(&array)),
                Err(Error::Bug(bug)) => bail!("{}: {bug}", self.id),
                Err(_) => None,
            };
            ensure!(
                outcomes.iter().any(|(_, means)| *means == found),
                "{}: no outcome is what the reference finds in edition {edition}: {found:?}",
                self.id
            );
        }
        self.open_metadata(document, &outcomes)
    }
}

/// Accepting and refusing: the two readings of most open places.
pub(super) fn accepted_or_refused<'a>(
    accepting: &'a str,
    taken: &Document,
    refusing: &'a str,
) -> [Taken<'a>; 2] {
    [(accepting, Some(taken.clone())), (refusing, None)]
}

/// Documents that differ from a valid one of the same topic in one thing.
#[derive(Clone)]
pub(super) struct Beside<'a> {
    /// Last part of the id of the valid fact.
    pub(super) twin: &'a str,
    /// The valid document.
    pub(super) valid: Document,
    /// What is tested.
    pub(super) requirements: &'a [&'a str],
}

impl Beside<'_> {
    /// A text that no implementation may accept.
    pub(super) fn refused(
        &self,
        topic: &mut Topic,
        name: &str,
        document: impl Into<Vec<u8>>,
        why: &str,
    ) -> anyhow::Result<()> {
        topic
            .fact(
                name,
                self.requirements,
                format!("opens an array although {why}"),
            )
            .twin(self.twin)
            .refused_metadata(document, why)
    }

    /// Values of one member that no implementation may accept: last part of the name, value as it
    /// is spelled, why.
    pub(super) fn refused_values(
        &self,
        topic: &mut Topic,
        member: &str,
        rows: &[(&str, &str, &str)],
    ) -> anyhow::Result<()> {
        for (name, value, why) in rows {
            let name = format!("{}-{name}", member.replace('_', "-"));
            let document = self.valid.with(member, value).text();
            let why = format!("{member} is {}: {why}", abridged(value));
            self.refused(topic, &name, document, &why)?;
        }
        Ok(())
    }

    /// Values of one member that every implementation must accept: last part of the name, value as
    /// it is spelled, what an implementation gets wrong that refuses it.
    pub(super) fn valid_values(
        &self,
        topic: &mut Topic,
        member: &str,
        rows: &[(&str, &str, &str)],
    ) -> anyhow::Result<()> {
        for (name, value, comment) in rows {
            topic
                .fact(
                    format!("{}-{name}", member.replace('_', "-")),
                    self.requirements,
                    *comment,
                )
                .metadata(self.valid.with(member, value).text())?;
        }
        Ok(())
    }
}

/// A value as it is spelled, as far as a sentence can hold it.
fn abridged(value: &str) -> String {
    const MOST: usize = 80;
    match value.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}

/// The bits that hexadecimal digits stand for, as one element is written: the last byte first.
pub(super) fn little_endian(digits: &str) -> anyhow::Result<Vec<u8>> {
    let mut bytes = hex::decode(digits).with_context(|| format!("{digits:?} is no hexadecimal"))?;
    bytes.reverse();
    Ok(bytes)
}
