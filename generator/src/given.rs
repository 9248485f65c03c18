//! Values of TOML as they are given, each with the line where it stands.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value, and the line where it begins, counted from 1.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// The value.
    pub(crate) value: Value,
    /// The line.
    pub(crate) line: usize,
}

/// The values that members may have.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Text in quotes.
    Text(String),
    /// A number, as its decimal digits.
    Number(String),
    /// `true` or `false`.
    Flag(bool),
    /// A list.
    List(Vec<Given>),
    /// A table.
    Table(Members),
}

/// Members in the order of the text.
pub(crate) type Members = Vec<(String, Given)>;

impl Given {
    /// A text that stands at no line of a file, but belongs to what stands at this one.
    pub(crate) fn text(text: impl Into<String>, line: usize) -> Self {
        let value = Value::Text(text.into());
        Self { value, line }
    }

    /// What kind of value it is, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self.value {
            Value::Text(_) => "a text",
            Value::Number(_) => "a number",
            Value::Flag(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}

/// The members of a file. The message of an error names line and column.
pub(crate) fn parse(text: &str) -> Result<Members, toml::de::Error> {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(i, _)| i + 1))
        .collect();
    let table = DeTable::parse(text)?;
    Ok(members(table.get_ref(), &starts))
}

fn members(table: &DeTable, starts: &[usize]) -> Members {
    let mut found: Vec<_> = table.iter().collect();
    found.sort_by_key(|(name, _)| name.span().start);
    found
        .into_iter()
        .map(|(name, value)| (name.get_ref().to_string(), given(value, starts)))
        .collect()
}

fn given(spanned: &Spanned<DeValue>, starts: &[usize]) -> Given {
    let line = starts.partition_point(|start| *start <= spanned.span().start);
    let value = match spanned.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Integer(number) => Value::Number(number.to_string()),
        DeValue::Float(number) => Value::Number(number.to_string()),
        DeValue::Datetime(date) => Value::Number(date.to_string()),
        DeValue::Array(list) => Value::List(list.iter().map(|it| given(it, starts)).collect()),
        DeValue::Table(table) => Value::Table(members(table, starts)),
    };
    Given { value, line }
}
