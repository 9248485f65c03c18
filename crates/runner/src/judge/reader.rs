//! The one place where the reference takes part in a verdict: it reads the `zarr.json` that an
//! implementation wrote, of which no vector can know the spelling.

use zarr_conform_protocol::subject::Bug;
use zarr_conform_reference::{Error, Steps, vector_form};
use zarr_conform_terms::{Edition, HexBytes};
use zarr_conform_vectors::Meaning;

/// Reads metadata that an implementation wrote. The reference does this, the one place where the
/// runner asks it anything.
pub trait MetadataReader: Sync {
    /// What a valid `zarr.json` of this edition means.
    ///
    /// # Errors
    /// Where it is not valid, or by a bug of the reader.
    fn read(&self, edition: Edition, zarr_json: &[u8]) -> Result<Meaning, Unreadable>;
}

/// Why metadata have no meaning.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The document is not valid.
    #[error("{0}")]
    Invalid(String),
    /// The reader contradicts itself, which says nothing about the document.
    #[error(transparent)]
    Bug(#[from] Bug),
}

/// Reads metadata with the reference.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReferenceReader;

impl MetadataReader for ReferenceReader {
    fn read(&self, edition: Edition, zarr_json: &[u8]) -> Result<Meaning, Unreadable> {
        meaning(&Steps::literal(edition), zarr_json)
    }
}

/// What a document means by these steps.
fn meaning(steps: &Steps, zarr_json: &[u8]) -> Result<Meaning, Unreadable> {
    let array = steps
        .array_metadata(zarr_json)
        .map_err(|error| match error {
            Error::Bug(_) => Unreadable::Bug(Bug(error.to_string())),
            _ => Unreadable::Invalid(error.to_string()),
        })?;
    let fill_value = vector_form::to_bytes(array.data_type, &[array.fill_value]);
    Ok(Meaning {
        data_type: array.data_type.to_string(),
        shape: array.shape,
        fill_value: HexBytes::from(fill_value),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use zarr_conform_reference::steps::Replacement;

    #[test]
    fn a_bug_says_nothing_about_a_document() {
        let document = br#"{"zarr_format": 3, "node_type": "array"}"#;
        let literal = ReferenceReader.read(Edition::default(), document);
        assert!(
            matches!(literal, Err(Unreadable::Invalid(_))),
            "{literal:?}"
        );
        let contradicting = [Replacement::NodeType(|_, _| {
            Err(Error::Bug("two and two are five".to_owned()))
        })];
        let found = meaning(&Steps::default().with(&contradicting), document);
        assert!(matches!(found, Err(Unreadable::Bug(_))), "{found:?}");
    }
}
