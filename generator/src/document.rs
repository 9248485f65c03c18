//! The text of `zarr.json`, member by member and to the letter.
//!
//! The spelling of a value is often the very thing under test, so that no JSON library stands
//! between an input and the text.

use anyhow::{Context, bail, ensure};

/// Members in the order of the text, each value as it is spelled.
#[derive(Clone)]
pub(crate) struct Document {
    members: Vec<(String, String)>,
}

impl Document {
    /// A document with one member on each line, between a line `{` and a line `}`.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let lines = text
            .strip_prefix("{\n")
            .and_then(|text| text.strip_suffix("\n}\n"))
            .context("expected lines \"{\" and \"}\" around lines of one member each")?;
        let mut members = Vec::new();
        for line in lines.split(",\n") {
            let member = line
                .strip_prefix("  \"")
                .and_then(|member| member.split_once("\": "));
            let (name, value) = member
                .filter(|(_, value)| !value.contains('\n'))
                .with_context(|| format!("found line {line:?}, expected `  \"name\": value`"))?;
            members.push((name.to_owned(), value.to_owned()));
        }
        Ok(Self { members })
    }

    /// The document with another value for a member, or with one more member.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        match self.members.iter_mut().find(|(n, _)| n == name) {
            Some(member) => value.clone_into(&mut member.1),
            None => self.members.push((name.to_owned(), value.to_owned())),
        }
        self
    }

    /// The document without a member, which it must have.
    pub(crate) fn without(mut self, name: &str) -> anyhow::Result<Self> {
        let before = self.members.len();
        self.members.retain(|(n, _)| n != name);
        ensure!(self.members.len() < before, "there is no member {name:?}");
        Ok(self)
    }

    /// The text, one member a line.
    pub(crate) fn text(&self) -> String {
        let members: Vec<String> = self
            .members
            .iter()
            .map(|(name, value)| format!("  \"{name}\": {value}"))
            .collect();
        format!("{{\n{}\n}}\n", members.join(",\n"))
    }
}

/// Another way to write the same text.
#[derive(Clone, Copy)]
pub(crate) enum Spelling {
    /// All four kinds of white space around everything that structures the text, and no other.
    WhiteSpace,
    /// UTF-16 with a byte order mark, the low byte of each unit first.
    Utf16LittleEndian,
    /// UTF-16 with a byte order mark, the high byte of each unit first.
    Utf16BigEndian,
}

impl Spelling {
    /// By its name.
    pub(crate) fn parse(name: &str) -> anyhow::Result<Self> {
        match name {
            "white space" => Ok(Self::WhiteSpace),
            "utf-16 little endian" => Ok(Self::Utf16LittleEndian),
            "utf-16 big endian" => Ok(Self::Utf16BigEndian),
            _ => bail!(
                "found {name:?}, expected \"white space\", \"utf-16 little endian\" or \"utf-16 big endian\""
            ),
        }
    }

    /// The bytes of a text.
    pub(crate) fn of(self, text: &str) -> Vec<u8> {
        let utf_16 = |bytes: fn(u16) -> [u8; 2]| {
            let units = std::iter::once(0xfeff).chain(text.encode_utf16());
            units.flat_map(bytes).collect()
        };
        match self {
            Self::WhiteSpace => spaced(text).into_bytes(),
            Self::Utf16LittleEndian => utf_16(u16::to_le_bytes),
            Self::Utf16BigEndian => utf_16(u16::to_be_bytes),
        }
    }
}

/// No string of the text may have white space, or a character that structures a text.
fn spaced(text: &str) -> String {
    let compact: String = text.split_whitespace().collect();
    compact
        .chars()
        .map(|c| match c {
            '{' | '}' | '[' | ']' | ':' | ',' => format!(" \t\r\n{c}\n\r\t "),
            c => c.to_string(),
        })
        .collect()
}
