//! Whether a metadata document can be asked through `create`, where it is a JSON value: a value keeps
//! neither the spelling of every number nor duplicate names.

use anyhow::ensure;
use serde_json::Value;
use zarr_conform_reference::{ArrayMetadata, Json};

use super::Draft;

impl Draft<'_> {
    /// Whether a document, which says this, says the same when it is given as a JSON value, in every
    /// edition of the fact.
    pub(crate) fn is_creatable(
        &self,
        document: &[u8],
        says: &ArrayMetadata,
    ) -> anyhow::Result<bool> {
        let Some(value) = surviving(document) else {
            return Ok(false);
        };
        let again = self.agreed(|steps| steps.array_metadata(value.to_string().as_bytes()))?;
        ensure!(
            again == *says,
            "{}: as a JSON value, the document says {again:?}",
            self.id
        );
        Ok(true)
    }
}

/// The document as a JSON value, where that has the same members and spells every number as the
/// document does.
fn surviving(document: &[u8]) -> Option<Value> {
    let value: Value = serde_json::from_slice(document).ok()?;
    let again = Json::parse(value.to_string().as_bytes());
    (Json::parse(document) == again && again.is_ok()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_json_value_spells_otherwise_does_not_survive() {
        for (document, survives) in [
            (
                r#"{"fill_value": 1.5, "shape": [2, 18446744073709551615]}"#,
                true,
            ),
            (r#"{"a": "0.10 \" 1e5", "b": [true, null, -3]}"#, true),
            (r#"{"\u0061": 1}"#, true),
            ("1", true),
            ("0.10", false),
            ("1e5", false),
            ("-0", false),
            ("[18446744073709551616]", false),
            ("0.1000000000000000055511151231257827", false),
            (r#"{"a": 1, "a": 1}"#, false),
            (r#"{"a": true, "a": false}"#, false),
            ("[1,", false),
        ] {
            assert_eq!(
                surviving(document.as_bytes()).is_some(),
                survives,
                "{document}"
            );
        }
    }
}
