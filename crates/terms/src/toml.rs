//! Data files of people, in TOML, read into types. An error names the line and the member.
//!
//! ```
//! use zarr_conform_terms::toml::Document;
//!
//! #[derive(Debug, serde::Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Person {
//!     name: String,
//! }
//!
//! let person: Person = Document::parse("name = 'Ada'")?.read()?;
//! assert_eq!(person.name, "Ada");
//!
//! let error = Document::parse("name = 'Ada'\nage = 36")?.read::<Person>().unwrap_err();
//! assert_eq!(error.to_string(), "line 2, age: unknown field `age`, expected `name`");
//! # Ok::<(), zarr_conform_terms::toml::TomlError>(())
//! ```

use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use serde_path_to_error::{Path, Segment};
use toml_span::Value;
use toml_span::value::ValueInner;

/// A parsed file, which knows the lines of its values.
pub struct Document<'a> {
    text: &'a str,
    root: Value<'a>,
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}{member}: {problem}", if .member.is_empty() { "" } else { ", " })]
pub struct TomlError {
    /// The line, from 1 on.
    pub line: usize,
    /// The member, such as `failure[0].check`. Empty where the text is not TOML, and for the whole
    /// file.
    pub member: String,
    /// What was found, and what was expected.
    pub problem: String,
}

/// How serde says that a table stands where a list of tables is expected.
const ONE_TABLE: &str = "invalid type: map, expected a sequence";

impl<'a> Document<'a> {
    /// Parses a file. It has no dates and times.
    ///
    /// # Errors
    /// Where the text is not TOML.
    pub fn parse(text: &'a str) -> Result<Self, TomlError> {
        match toml_span::parse(text) {
            Ok(root) => Ok(Self { text, root }),
            Err(error) => Err(TomlError {
                line: line_of(text, error.span.start),
                member: String::new(),
                problem: error.to_string(),
            }),
        }
    }

    /// The file as a value of a type.
    ///
    /// # Errors
    /// Where the file does not have the form of the type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, TomlError> {
        serde_path_to_error::deserialize(json(&self.root)).map_err(|error| {
            let member = error.path().to_string();
            let mut problem = error.inner().to_string();
            if problem == ONE_TABLE {
                problem = format!(
                    "found one table, expected a list of them; each begins with [[{member}]]"
                );
            }
            TomlError {
                line: line_of(self.text, nearest(&self.root, error.path())),
                member: if member == "." { String::new() } else { member },
                problem,
            }
        })
    }

    /// The line on which a member of an element of an array begins, from 1 on.
    pub fn line(&self, array: &str, at: usize, member: &str) -> Option<usize> {
        let element = self.root.as_table()?.get(array)?.as_array()?.get(at)?;
        let (key, _) = element.as_table()?.get_key_value(member)?;
        Some(line_of(self.text, key.span.start))
    }
}

/// The value as serde understands it.
fn json(value: &Value<'_>) -> Json {
    match value.as_ref() {
        ValueInner::String(text) => Json::from(text.as_ref()),
        ValueInner::Integer(number) => Json::from(*number),
        ValueInner::Float(number) => Json::from(*number),
        ValueInner::Boolean(boolean) => Json::from(*boolean),
        ValueInner::Array(array) => array.iter().map(json).collect(),
        ValueInner::Table(table) => {
            let members = table.iter();
            let members = members.map(|(key, value)| (key.name.to_string(), json(value)));
            Json::Object(members.collect())
        }
    }
}

/// Where the value at a path begins, or the innermost that there is on the way to it.
fn nearest(root: &Value<'_>, path: &Path) -> usize {
    let mut value = root;
    let mut start = root.span.start;
    for segment in path {
        let next = match segment {
            Segment::Seq { index } => {
                let element = value.as_array().and_then(|it| it.get(*index));
                element.map(|it| (it.span.start, it))
            }
            // The key, since a string begins after its quotes, perhaps on the next line.
            Segment::Map { key } => {
                let table = value.as_table();
                let member = table.and_then(|it| it.get_key_value(key.as_str()));
                member.map(|(key, it)| (key.span.start, it))
            }
            Segment::Enum { .. } | Segment::Unknown => None,
        };
        match next {
            Some(next) => (start, value) = next,
            None => break,
        }
    }
    start
}

/// The line of a byte, from 1 on.
fn line_of(text: &str, at: usize) -> usize {
    let before = text.as_bytes().iter().take(at);
    1 + before.filter(|byte| **byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        #[serde(default)]
        entry: Vec<Entry>,
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Entry {
        check: String,
        #[serde(default)]
        times: u8,
    }

    fn read(text: &str) -> Result<File, TomlError> {
        Document::parse(text)?.read()
    }

    fn told(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn an_error_names_line_and_member() {
        let entry = "[[entry]]\ncheck = 'a'\n\n[[entry]]\n";
        assert_eq!(
            told(&format!("{entry}check = 'b'\ntimes = 'c'")),
            "line 6, entry[1].times: invalid type: string \"c\", expected u8"
        );
        assert_eq!(
            told(&format!("{entry}times = 256\ncheck = 'b'")),
            "line 5, entry[1].times: invalid value: integer `256`, expected u8"
        );
        assert_eq!(
            told(&format!("{entry}times = 1")),
            "line 4, entry[1]: missing field `check`"
        );
        assert_eq!(
            told(&format!("{entry}check = 'b'\nchekc = 'b'")),
            "line 6, entry[1].chekc: unknown field `chekc`, expected `check` or `times`"
        );
    }

    #[test]
    fn one_table_in_place_of_a_list_is_corrected() {
        assert_eq!(
            told("[entry]\ncheck = 'a'"),
            "line 1, entry: found one table, expected a list of them; each begins with [[entry]]"
        );
    }

    #[test]
    fn what_is_not_toml_is_refused_with_its_line() {
        let refused = |text| Document::parse(text).err().map(|it| it.line);
        assert_eq!(refused("a = 1\nb = c"), Some(2));
        assert_eq!(refused("a = 1\n\na = 2"), Some(3));
        assert_eq!(refused("a = 'b"), Some(1));
        assert_eq!(refused("a = 1"), None);
    }

    #[test]
    fn values_have_lines_whatever_strings_hold() {
        let text = "[[entry]]\ncheck = '''\n[[entry]]\ncheck = 'a'\n'''\n[[entry]]\ncheck = 'b'";
        let document = Document::parse(text).unwrap();
        assert_eq!(document.line("entry", 0, "check"), Some(2));
        assert_eq!(document.line("entry", 1, "check"), Some(7));
        assert_eq!(document.line("entry", 2, "check"), None);
        let file: File = document.read().unwrap();
        assert_eq!(file.entry[0].check, "[[entry]]\ncheck = 'a'\n");
        assert_eq!(file.entry[1].times, 0);
    }
}
