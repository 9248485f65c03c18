//! Ids of facts and checks, and what they are made of.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::check::Operation;

/// Between the id of a fact and the operation, in the id of a check.
const BEFORE_OPERATION: char = '#';

/// The id of a fact: `<document>/<topic>/<name>`, for example `transpose/ranks/leading-one`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactId<'a>(&'a str);

impl<'a> FactId<'a> {
    /// The id in this text: of a fact, or of one of its checks.
    pub fn new(text: &'a str) -> Self {
        let (fact, _) = text.split_once(BEFORE_OPERATION).unwrap_or((text, ""));
        Self(fact)
    }

    /// The id as text.
    pub fn as_str(self) -> &'a str {
        self.0
    }

    /// The document that the fact is about: the first part of its id.
    pub fn document(self) -> &'a str {
        self.0.split_once('/').map_or(self.0, |(first, _)| first)
    }

    /// The fact's topic: all but the last part of its id, for example `transpose/elements`.
    pub fn topic(self) -> &'a str {
        self.0.rsplit_once('/').map_or(self.0, |(topic, _)| topic)
    }

    /// The id of the check that asks the fact in this way.
    pub fn check(self, operation: Operation) -> CheckId {
        CheckId(format!("{}{BEFORE_OPERATION}{operation}", self.0))
    }
}

impl fmt::Display for FactId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The id of a check: `<fact id>#<operation>`. Kept events may have other texts in its place.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CheckId(String);

impl CheckId {
    /// The fact that is asked.
    pub fn fact(&self) -> FactId<'_> {
        FactId::new(&self.0)
    }

    /// The name of the operation; nothing where the text has none.
    pub fn operation(&self) -> Option<&str> {
        let (_, operation) = self.0.split_once(BEFORE_OPERATION)?;
        Some(operation)
    }

    /// The document that the check is about.
    pub fn document(&self) -> &str {
        self.fact().document()
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether a text that somebody asked for names one check, and not all of a fact.
pub(crate) fn names_check(text: &str) -> bool {
    text.contains(BEFORE_OPERATION)
}

impl From<String> for CheckId {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for CheckId {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Deref for CheckId {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for CheckId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CheckId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text in quotes and escaped, as messages show it.
impl fmt::Debug for FactId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, f)
    }
}

/// The text in quotes and escaped, as messages show it.
impl fmt::Debug for CheckId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_made_of_document_fact_and_operation() {
        let fact = FactId::new("transpose/elements/3d-cycle");
        let check = fact.check(Operation::Read);
        assert_eq!(check.as_str(), "transpose/elements/3d-cycle#read");
        assert_eq!((check.fact(), check.operation()), (fact, Some("read")));
        assert_eq!(check.document(), "transpose");
        assert_eq!(format!("{check:?}"), "\"transpose/elements/3d-cycle#read\"");
    }

    #[test]
    fn any_text_of_kept_events_is_an_id() {
        for (text, fact, operation, document) in [
            ("", "", None, ""),
            ("a", "a", None, "a"),
            ("a#b/c", "a", Some("b/c"), "a"),
            ("a/b#c#d", "a/b", Some("c#d"), "a"),
        ] {
            let check = CheckId::from(text);
            assert_eq!(check.fact().as_str(), fact);
            assert_eq!(check.operation(), operation);
            assert_eq!(check.document(), document);
            let json = serde_json::to_value(&check).unwrap();
            assert_eq!(json, serde_json::json!(text));
        }
    }
}
