//! Differences as they were kept, believed only where they are whole.

use std::io::Read;

use super::{Differences, FORMAT};
use crate::kept::{self, Kept, KeptError};

impl Kept for Differences {
    const WHAT: &'static str = "differences";
    const BY: &'static str = "conform fuzz --differences";
    const FORMAT: u64 = FORMAT;

    /// Each place has one entry for each implementation.
    fn contradiction(&self) -> Option<String> {
        let expected = self.implementations.len();
        self.places.iter().find_map(|place| {
            let of_examples = place.examples.iter().map(|it| it.does.len());
            let mut lengths = std::iter::once(place.does.len()).chain(of_examples);
            let found = lengths.find(|it| *it != expected)?;
            let id = &place.id;
            Some(format!(
                "{id}: found what {found} implementations do, expected {expected}"
            ))
        })
    }
}

impl Differences {
    /// Reads what `conform fuzz --differences` wrote.
    ///
    /// # Errors
    /// Where it is anything but that, in format [`FORMAT`].
    pub fn read(file: impl Read) -> Result<Self, KeptError> {
        kept::read(file)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

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
