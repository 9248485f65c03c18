//! Facts on metadata documents.

use zarr_conform_reference::{ArrayMetadata, Reading, element};
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::{Level, Meaning, Metadata, Outcome, Statement};

use super::{Draft, outcome};

impl Draft<'_> {
    /// A valid document, and what the reference reads in it.
    pub(crate) fn metadata(self, document: impl Into<String>) -> anyhow::Result<()> {
        let document = document.into();
        let means = self.agreed(|reading| {
            reading
                .array_metadata(document.as_bytes())
                .map(|array| meaning(&array))
        })?;
        self.metadata_statement(document.into_bytes(), Some(means), None, Vec::new())
    }

    /// A document that must be refused.
    pub(crate) fn refused_metadata(
        self,
        document: impl Into<Vec<u8>>,
        refused: &str,
    ) -> anyhow::Result<()> {
        let document = document.into();
        self.all_refuse(|reading| reading.array_metadata(&document))?;
        self.metadata_statement(document, None, Some(refused), Vec::new())
    }

    /// A document on which readings differ: each with what it means, or nothing where it is
    /// refused.
    pub(crate) fn open_metadata(
        self,
        document: impl Into<Vec<u8>>,
        readings: &[(&str, Option<Meaning>)],
    ) -> anyhow::Result<()> {
        let outcomes = readings
            .iter()
            .map(|(reading, means)| Outcome {
                means: means.clone(),
                ..outcome(reading, means.is_none())
            })
            .collect();
        self.level(Level::Open)
            .metadata_statement(document.into(), None, None, outcomes)
    }

    fn metadata_statement(
        self,
        document: Vec<u8>,
        means: Option<Meaning>,
        refused: Option<&str>,
        outcomes: Vec<Outcome>,
    ) -> anyhow::Result<()> {
        let (zarr_json, zarr_json_bytes) = match String::from_utf8(document) {
            Ok(text) => (Some(text), None),
            Err(error) => (None, Some(HexBytes::from(error.into_bytes()))),
        };
        let refused = refused.map(str::to_owned);
        let at_open = self.at_open;
        self.state(Statement::Metadata(Metadata {
            at_open,
            zarr_json,
            zarr_json_bytes,
            means,
            refused,
            outcomes,
        }))
    }
}

/// What a document says.
pub(crate) fn meaning(array: &ArrayMetadata) -> Meaning {
    Meaning {
        data_type: array.data_type.to_string(),
        shape: array.shape.clone(),
        fill_value: HexBytes::from(element::to_bytes(
            array.data_type,
            std::slice::from_ref(&array.fill_value),
        )),
    }
}
