//! What a document `zarr.json` is about, found without reading it whole.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

/// What stands in a document, as far as it says what kind of node this is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Head {
    node_type: Option<Value>,
    /// How many nodes have copies of their metadata here.
    pub(super) consolidated: Option<u64>,
}

impl Head {
    /// Reads a document; where it is not a JSON object, nothing is known of it.
    pub(super) fn of(document: &[u8]) -> Self {
        serde_json::from_slice(document).unwrap_or_default()
    }

    /// Whether it is the document of a group. Everything else is judged as that of an array.
    pub(super) fn is_group(&self) -> bool {
        self.node_type == Some(Value::from("group"))
    }
}

impl<'de> Deserialize<'de> for Head {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(HeadVisitor)
    }
}

struct HeadVisitor;

impl<'de> Visitor<'de> for HeadVisitor {
    type Value = Head;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Head, A::Error> {
        let mut head = Head::default();
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "node_type" => head.node_type = Some(map.next_value::<Short>()?.0),
                "consolidated_metadata" => {
                    head.consolidated = map.next_value::<Consolidated>()?.0;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(head)
    }
}

/// A string; null for everything else, however long.
struct Short(Value);

impl<'de> Deserialize<'de> for Short {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&serde_json::value::RawValue>::deserialize(deserializer)?;
        Ok(Self(match serde_json::from_str(raw.get()) {
            Ok(Some(text)) => Value::String(text),
            _ => Value::Null,
        }))
    }
}

/// The number of members of the member `metadata` of an object.
struct Consolidated(Option<u64>);

impl<'de> Deserialize<'de> for Consolidated {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&serde_json::value::RawValue>::deserialize(deserializer)?;
        let count: Result<WithMetadata, _> = serde_json::from_str(raw.get());
        Ok(Self(count.ok().map(|it| it.metadata.0)))
    }
}

#[derive(serde::Deserialize)]
struct WithMetadata {
    metadata: Members,
}

/// How many members an object has.
struct Members(u64);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Counting;
        impl<'de> Visitor<'de> for Counting {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = 0;
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
                    members += 1;
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Counting)
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
    #[case::list("[1]", false, None)]
    #[case::no_json("{", false, None)]
    #[case::consolidated(
        r#"{"consolidated_metadata": {"kind": "inline", "metadata": {"a": {}, "b/c": []}}, "node_type": "group"}"#,
        true,
        Some(2)
    )]
    #[case::null(r#"{"consolidated_metadata": null, "node_type": "group"}"#, true, None)]
    fn heads(#[case] document: &str, #[case] is_group: bool, #[case] consolidated: Option<u64>) {
        let head = Head::of(document.as_bytes());
        assert_eq!(
            (head.is_group(), head.consolidated),
            (is_group, consolidated)
        );
    }
}
