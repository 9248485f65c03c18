//! What a document `zarr.json` is about, found without reading it whole: that of a group may repeat the metadata of
//! any number of nodes.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Bytes of a document that is judged, apart from what it repeats of other nodes.
pub(super) const MOST_JUDGED: usize = 1 << 22;

/// The member of a group that repeats the metadata of other nodes.
const CONSOLIDATED: &str = "consolidated_metadata";

/// Whether a document is JSON text, whatever it says.
pub(super) fn is_json(document: &[u8]) -> bool {
    serde_json::from_slice::<&RawValue>(document).is_ok()
}

/// What stands in a document, as far as it says what kind of node this is.
#[derive(Debug, Default)]
pub(super) struct Head<'a> {
    node_type: Option<String>,
    /// The member `metadata` of `consolidated_metadata`, an object: what is repeated of other nodes.
    pub(super) entries: Option<&'a RawValue>,
    /// The document without what it repeats; nothing where that is too long to be judged.
    pub(super) rest: Option<Vec<u8>>,
}

impl<'a> Head<'a> {
    /// Reads a document; nothing, where it is not a JSON object.
    pub(super) fn of(document: &'a [u8]) -> Option<Self> {
        serde_json::from_slice(document).ok()
    }

    /// That of a document of which nothing more is known.
    pub(super) fn only(document: &[u8]) -> Self {
        Self {
            rest: Some(document.to_vec()),
            ..Self::default()
        }
    }

    /// Whether it is the document of a group. Everything else is judged as that of an array.
    pub(super) fn is_group(&self) -> bool {
        self.node_type.as_deref() == Some("group")
    }

    /// How many nodes are repeated.
    pub(super) fn number_of_entries(&self) -> Option<u64> {
        let mut number = 0;
        each_member(self.entries?, |_, _| number += 1);
        Some(number)
    }
}

/// The members of an object, one after the other.
pub(super) fn each_member<'a>(object: &'a RawValue, visit: impl FnMut(String, &'a RawValue)) {
    // What is not an object has no members.
    let _ = (&mut serde_json::Deserializer::from_str(object.get())).deserialize_map(Each(visit));
}

struct Each<F>(F);

impl<'de, F: FnMut(String, &'de RawValue)> Visitor<'de> for Each<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
            (self.0)(name, value);
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Head<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(HeadVisitor)
    }
}

struct HeadVisitor;

impl<'de> Visitor<'de> for HeadVisitor {
    type Value = Head<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Head<'de>, A::Error> {
        let mut head = Head::default();
        let mut rest = Rest::default();
        while let Some(name) = map.next_key::<String>()? {
            let value = map.next_value::<&RawValue>()?;
            if name == "node_type" {
                head.node_type = serde_json::from_str(value.get()).unwrap_or_default();
            }
            if name != CONSOLIDATED || !value.get().starts_with('{') {
                rest.add::<A::Error>(&name, value.get())?;
                continue;
            }
            let mut inner = Rest::default();
            let mut failed = None;
            each_member(value, |name, value| {
                let is_object = name == "metadata" && value.get().starts_with('{');
                if is_object {
                    head.entries = Some(value);
                }
                let text = if is_object { "{}" } else { value.get() };
                failed = inner.add::<A::Error>(&name, text).err();
            });
            failed.map_or(Ok(()), Err)?;
            match inner.end() {
                Some(inner) => rest.add::<A::Error>(&name, &inner)?,
                None => rest.text = None,
            }
        }
        head.rest = rest.end().map(String::into_bytes);
        Ok(head)
    }
}

/// Members of an object that is written again; nothing where they are too long.
struct Rest {
    text: Option<String>,
}

impl Default for Rest {
    fn default() -> Self {
        Self {
            text: Some(String::new()),
        }
    }
}

impl Rest {
    fn add<E: serde::de::Error>(&mut self, name: &str, value: &str) -> Result<(), E> {
        let Some(text) = &mut self.text else {
            return Ok(());
        };
        if text.len() + name.len() + value.len() > MOST_JUDGED {
            self.text = None;
            return Ok(());
        }
        let comma = if text.is_empty() { "" } else { ", " };
        let name = serde_json::to_string(name).map_err(E::custom)?;
        text.push_str(comma);
        text.push_str(&name);
        text.push_str(": ");
        text.push_str(value);
        Ok(())
    }

    fn end(self) -> Option<String> {
        self.text.map(|it| format!("{{{it}}}"))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::group(r#"{"zarr_format": 3, "node_type": "group"}"#, true, None)]
    #[case::escaped(r#"{"node_type": "gr\u006fup"}"#, true, None)]
    #[case::array(r#"{"node_type": "array"}"#, false, None)]
    #[case::number(r#"{"node_type": 7}"#, false, None)]
    #[case::consolidated(
        r#"{"consolidated_metadata": {"kind": "inline", "metadata": {"a": {}, "b/c": []}}, "node_type": "group"}"#,
        true,
        Some(2)
    )]
    #[case::null(r#"{"consolidated_metadata": null, "node_type": "group"}"#, true, None)]
    fn heads(#[case] document: &str, #[case] is_group: bool, #[case] entries: Option<u64>) {
        let head = Head::of(document.as_bytes()).unwrap();
        assert_eq!(
            (head.is_group(), head.number_of_entries()),
            (is_group, entries)
        );
    }

    #[test]
    fn what_is_not_an_object_has_no_head() {
        for document in ["[1]", "{", "", "null"] {
            assert!(Head::of(document.as_bytes()).is_none(), "{document}");
        }
    }

    /// What is judged is all of the document but what it repeats, repeated names included.
    #[test]
    fn the_rest_is_what_is_not_repeated() {
        let document = br#"{"a": 1, "consolidated_metadata": {"kind": "inline", "metadata": {"b": {"c": []}}, "x": 1e400}, "a": [2]}"#;
        let rest = Head::of(document).unwrap().rest.unwrap();
        assert_eq!(
            String::from_utf8(rest).unwrap(),
            r#"{"a": 1, "consolidated_metadata": {"kind": "inline", "metadata": {}, "x": 1e400}, "a": [2]}"#
        );
        let other = br#"{"consolidated_metadata": {"metadata": [1]}}"#;
        assert_eq!(Head::of(other).unwrap().rest.unwrap(), other);
        let long = format!(r#"{{"a": "{}"}}"#, " ".repeat(MOST_JUDGED));
        assert!(Head::of(long.as_bytes()).unwrap().rest.is_none());
    }
}
