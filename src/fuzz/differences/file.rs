//! Differences as they were kept, believed only where they are whole.

use std::io::Read;

use serde_json::Value;

use super::{Differences, FORMAT};

/// Why a file cannot be believed.
#[derive(Debug, thiserror::Error)]
pub enum DifferencesFileError {
    /// It cannot be read, or is not JSON.
    #[error("{0}: this is not a file of conform fuzz --differences")]
    Unreadable(serde_json::Error),
    /// It is of another version.
    #[error("found differences of format {0}, this program reads format {FORMAT}")]
    OtherFormat(Value),
    /// A member is missing, unknown, or of another form.
    #[error("{0}")]
    Malformed(serde_json::Error),
    /// A place has not one entry for each implementation.
    #[error("{place}: found what {found} implementations do, expected {expected}")]
    Contradicts {
        /// The open place.
        place: String,
        /// Entries.
        found: usize,
        /// Implementations.
        expected: usize,
    },
}

impl Differences {
    /// Reads what `conform fuzz --differences` wrote.
    ///
    /// # Errors
    /// Where it is anything but that, in format [`FORMAT`].
    pub fn read(file: impl Read) -> Result<Self, DifferencesFileError> {
        let value: Value =
            serde_json::from_reader(file).map_err(DifferencesFileError::Unreadable)?;
        match value.get("format") {
            Some(format) if format.as_u64() == Some(FORMAT) => {}
            format => {
                let format = format.cloned().unwrap_or_default();
                return Err(DifferencesFileError::OtherFormat(format));
            }
        }
        let differences: Self =
            serde_json::from_value(value).map_err(DifferencesFileError::Malformed)?;
        let expected = differences.implementations.len();
        for place in &differences.places {
            let of_examples = place.examples.iter().map(|it| it.does.len());
            let mut lengths = std::iter::once(place.does.len()).chain(of_examples);
            if let Some(found) = lengths.find(|it| *it != expected) {
                return Err(DifferencesFileError::Contradicts {
                    place: place.id.clone(),
                    found,
                    expected,
                });
            }
        }
        Ok(differences)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;

    use super::*;

    fn differences() -> Value {
        let who = |name: &str| json!({"name": name, "version": "1", "language": "C"});
        json!({"format": 1, "suite": "0.1.0", "edition": "3.1", "seed": 7,
            "implementations": [who("one"), who("other")],
            "places": [{"id": "a", "question": "Is it?", "cases": 2, "random": 1, "differ": 1,
                "does": [[{"what": "it is", "cases": 2}], []],
                "examples": [{"check": "a/b/c#read", "does": ["it is", null]}]}]})
    }

    #[test]
    fn what_was_kept_is_read() {
        let text = differences().to_string();
        let read = Differences::read(text.as_bytes()).unwrap();
        assert_eq!(serde_json::to_value(read).unwrap(), differences());
    }

    #[rstest]
    #[case::no_json("/format", None, "this is not a file of conform fuzz --differences")]
    #[case::another_format("/format", Some(json!(2)), "found differences of format 2")]
    #[case::another_form("/places", Some(json!(3)), "invalid type: integer `3`")]
    #[case::too_few("/places/0/does", Some(json!([[]])), "a: found what 1 implementations do, expected 2")]
    #[case::too_many("/places/0/examples/0/does", Some(json!([null, null, null])), "a: found what 3")]
    fn anything_else_is_refused(
        #[case] member: &str,
        #[case] value: Option<Value>,
        #[case] expected: &str,
    ) {
        let mut text = differences();
        let text = match value {
            Some(value) => {
                *text.pointer_mut(member).unwrap() = value;
                text.to_string()
            }
            None => "{".to_owned(),
        };
        let error = Differences::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
