//! Facts on metadata documents.

use zarr_conform::HexBytes;
use zarr_conform::reference::{ArrayMetadata, Reading, vector_form};
use zarr_conform::vector::{
    Claim, Document, Level, Meaning, Metadata, MetadataRefused, MetadataStated, Statement,
};

use super::{Draft, open};

impl Draft<'_> {
    /// A valid document, and what the reference reads in it.
    pub(crate) fn metadata(self, document: impl Into<String>) -> anyhow::Result<()> {
        let document = document.into().into_bytes();
        let array = self.agreed(|reading| reading.array_metadata(&document))?;
        let stated = MetadataStated {
            means: meaning(&array),
            create: self.is_creatable(&document, &array)?,
        };
        self.metadata_statement(document, Claim::Holds(stated))
    }

    /// A document that must be refused.
    pub(crate) fn refused_metadata(
        self,
        document: impl Into<Vec<u8>>,
        refused: &str,
    ) -> anyhow::Result<()> {
        let document = document.into();
        self.all_refuse(|reading| reading.array_metadata(&document))?;
        let why = MetadataRefused {
            why: refused.to_owned(),
            at_open: self.at_open,
        };
        self.metadata_statement(document, Claim::Refused { why })
    }

    /// A document on which readings differ: each with what it means, or nothing where it is
    /// refused.
    pub(crate) fn open_metadata(
        self,
        document: impl Into<Vec<u8>>,
        readings: &[(&str, Option<Meaning>)],
    ) -> anyhow::Result<()> {
        self.level(Level::Open)
            .metadata_statement(document.into(), open(readings))
    }

    fn metadata_statement(
        self,
        document: Vec<u8>,
        claim: Claim<MetadataStated, Meaning, MetadataRefused>,
    ) -> anyhow::Result<()> {
        self.state(Statement::Metadata(Metadata {
            document: Document::new(document),
            claim,
        }))
    }
}

/// What a document says.
pub(crate) fn meaning(array: &ArrayMetadata) -> Meaning {
    Meaning {
        data_type: array.data_type.to_string(),
        shape: array.shape.clone(),
        fill_value: HexBytes::from(vector_form::to_bytes(
            array.data_type,
            std::slice::from_ref(&array.fill_value),
        )),
    }
}
