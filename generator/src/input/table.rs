//! A table of a file while it is read: every error says where the table stands.

use anyhow::{Context, bail};
use serde_json::Value as Json;
use zarr_conform_terms::HexElements;

use super::variables::member;
use crate::given::{Given, Members, Value};
use crate::near::near;

/// An error that says where in a file it is: `file:line: fact "name": member: what is wrong`.
#[derive(Debug, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub(crate) struct Located {
    file: String,
    line: usize,
    message: String,
}

/// Members, and the place where they stand.
pub(crate) struct Table {
    /// The file from the root of the repository.
    pub(crate) file: String,
    /// The line where the table begins.
    pub(crate) line: usize,
    /// Whose members these are, for messages: `fact "repeated"`.
    pub(crate) owner: String,
    /// The members.
    pub(crate) members: Members,
}

impl Table {
    /// An error about this table as a whole.
    pub(crate) fn error(&self, message: impl std::fmt::Display) -> anyhow::Error {
        self.located(self.line, format!("{}: {message}", self.owner))
    }

    /// An error about a member of it.
    pub(crate) fn wrong(&self, name: &str, message: impl std::fmt::Display) -> anyhow::Error {
        let line = self.given(name).map_or(self.line, |given| given.line);
        self.located(line, format!("{}: {name}: {message}", self.owner))
    }

    /// Refuses members of other names.
    pub(crate) fn only(&self, known: &[&str]) -> anyhow::Result<()> {
        for (name, _) in &self.members {
            if !known.contains(&name.as_str()) {
                let meant = near(name, known.iter().copied());
                return Err(self.wrong(name, format!("there is no such member{meant}")));
            }
        }
        Ok(())
    }

    /// Whether a member is given.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.given(name).is_some()
    }

    pub(crate) fn given(&self, name: &str) -> Option<&Given> {
        member(&self.members, name)
    }

    /// A text.
    pub(crate) fn text(&self, name: &str) -> anyhow::Result<Option<&str>> {
        match self.given(name) {
            None => Ok(None),
            Some(Given {
                value: Value::Text(text),
                ..
            }) => Ok(Some(text)),
            Some(other) => Err(self.unexpected(name, other, "a text")),
        }
    }

    /// A text that must be there.
    pub(crate) fn some_text(&self, name: &str) -> anyhow::Result<&str> {
        self.text(name)?.ok_or_else(|| self.missing(name))
    }

    /// A text that is parsed.
    pub(crate) fn parsed<T>(
        &self,
        name: &str,
        parse: impl Fn(&str) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        parse(self.some_text(name)?).map_err(|error| self.wrong(name, format!("{error:#}")))
    }

    /// `true` or `false`.
    pub(crate) fn flag(&self, name: &str) -> anyhow::Result<Option<bool>> {
        match self.given(name) {
            None => Ok(None),
            Some(Given {
                value: Value::Flag(flag),
                ..
            }) => Ok(Some(*flag)),
            Some(other) => Err(self.unexpected(name, other, "true or false")),
        }
    }

    /// A list of texts; empty where it is not given.
    pub(crate) fn texts(&self, name: &str) -> anyhow::Result<Vec<&str>> {
        let mut texts = Vec::new();
        for given in self.list(name)? {
            match &given.value {
                Value::Text(text) => texts.push(text.as_str()),
                _ => return Err(self.unexpected(name, given, "a text")),
            }
        }
        Ok(texts)
    }

    /// JSON, as text or as a list of TOML.
    pub(crate) fn json(&self, name: &str) -> anyhow::Result<Option<Json>> {
        let Some(given) = self.given(name) else {
            return Ok(None);
        };
        let json = json(given).map_err(|error| self.wrong(name, format!("{error:#}")))?;
        Ok(Some(json))
    }

    /// JSON that must be there.
    pub(crate) fn some_json(&self, name: &str) -> anyhow::Result<Json> {
        self.json(name)?.ok_or_else(|| self.missing(name))
    }

    /// Lengths or coordinates, one for each dimension.
    pub(crate) fn lengths(&self, name: &str) -> anyhow::Result<Vec<u64>> {
        let json = self.some_json(name)?;
        lengths(&json).ok_or_else(|| {
            let message = format!("found {json}, expected a list of integers from 0 to 2^64-1");
            self.wrong(name, message)
        })
    }

    /// A list of coordinates; empty where it is not given.
    pub(crate) fn positions(&self, name: &str) -> anyhow::Result<Vec<Vec<u64>>> {
        let Some(json) = self.json(name)? else {
            return Ok(Vec::new());
        };
        let positions = json
            .as_array()
            .and_then(|list| list.iter().map(lengths).collect::<Option<Vec<_>>>());
        positions.ok_or_else(|| {
            let message = format!("found {json}, expected a list of lists of integers");
            self.wrong(name, message)
        })
    }

    /// A list of numbers.
    pub(crate) fn counts(&self, name: &str) -> anyhow::Result<Vec<usize>> {
        let numbers = self.lengths(name)?.into_iter().map(usize::try_from);
        numbers
            .collect::<Result<_, _>>()
            .map_err(|error| self.wrong(name, error))
    }

    /// Bytes in hexadecimal.
    pub(crate) fn bytes(&self, name: &str) -> anyhow::Result<Vec<u8>> {
        self.parsed(name, |digits| {
            let digits: String = digits.split_whitespace().collect();
            Ok(hex::decode(digits)?)
        })
    }

    /// Elements: their bytes in hexadecimal, or a list with those of each.
    pub(crate) fn elements(&self, name: &str) -> anyhow::Result<HexElements> {
        match self.some_text(name)? {
            text if text.starts_with('[') => {
                self.parsed(name, |text| Ok(serde_json::from_str(text)?))
            }
            _ => self.bytes(name).map(HexElements::from),
        }
    }

    /// A table whose members are texts; empty where it is not given.
    pub(crate) fn pairs(&self, name: &str) -> anyhow::Result<Vec<(&str, &str)>> {
        let members = match self.given(name) {
            None => return Ok(Vec::new()),
            Some(Given {
                value: Value::Table(members),
                ..
            }) => members,
            Some(other) => return Err(self.unexpected(name, other, "a table")),
        };
        let mut pairs = Vec::new();
        for (key, given) in members {
            match &given.value {
                Value::Text(text) => pairs.push((key.as_str(), text.as_str())),
                _ => return Err(self.unexpected(&format!("{name}.{key}"), given, "a text")),
            }
        }
        Ok(pairs)
    }

    /// A table with members of these names; nothing where it is not given.
    pub(crate) fn table(&self, name: &str, known: &[&str]) -> anyhow::Result<Option<Self>> {
        self.given(name)
            .map(|given| self.nested(name, given, known))
            .transpose()
    }

    /// A list of tables with members of these names; empty where it is not given.
    pub(crate) fn tables(&self, name: &str, known: &[&str]) -> anyhow::Result<Vec<Self>> {
        let entries = self.list(name)?.iter().enumerate();
        entries
            .map(|(i, given)| self.nested(&format!("{name}[{i}]"), given, known))
            .collect()
    }

    /// A table with members of any name; nothing where it is not given.
    pub(crate) fn any_table(&self, name: &str) -> anyhow::Result<Option<Self>> {
        self.given(name)
            .map(|given| self.inner(name, given))
            .transpose()
    }

    fn nested(&self, name: &str, given: &Given, known: &[&str]) -> anyhow::Result<Self> {
        let table = self.inner(name, given)?;
        table.only(known)?;
        Ok(table)
    }

    fn inner(&self, name: &str, given: &Given) -> anyhow::Result<Self> {
        let Value::Table(members) = &given.value else {
            return Err(self.unexpected(name, given, "a table"));
        };
        Ok(Self {
            file: self.file.clone(),
            line: given.line,
            owner: format!("{}: {name}", self.owner),
            members: members.clone(),
        })
    }

    fn list(&self, name: &str) -> anyhow::Result<&[Given]> {
        match self.given(name) {
            None => Ok(&[]),
            Some(Given {
                value: Value::List(list),
                ..
            }) => Ok(list),
            Some(other) => Err(self.unexpected(name, other, "a list")),
        }
    }

    fn located(&self, line: usize, message: String) -> anyhow::Error {
        let file = self.file.clone();
        Located {
            file,
            line,
            message,
        }
        .into()
    }

    fn missing(&self, name: &str) -> anyhow::Error {
        self.error(format!("{name} is missing"))
    }

    fn unexpected(&self, name: &str, given: &Given, expected: &str) -> anyhow::Error {
        let found = given.kind();
        let message = format!("{}: {name}: found {found}, expected {expected}", self.owner);
        self.located(given.line, message)
    }
}

fn json(given: &Given) -> anyhow::Result<Json> {
    match &given.value {
        Value::Text(text) | Value::Number(text) => {
            serde_json::from_str(text).with_context(|| format!("{text} is not JSON"))
        }
        Value::Flag(flag) => Ok(Json::from(*flag)),
        Value::List(list) => list.iter().map(json).collect(),
        Value::Table(_) => bail!("found a table, expected JSON as text"),
    }
}

fn lengths(json: &Json) -> Option<Vec<u64>> {
    json.as_array()?.iter().map(Json::as_u64).collect()
}
