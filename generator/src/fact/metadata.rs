//! Facts on metadata documents.

use anyhow::{Context, bail, ensure};
use zarr_conform_reference::{Error, Steps, data_type, float};
use zarr_conform_statement::meaning;
use zarr_conform_terms::ElementLayout;
use zarr_conform_vectors::{
    Claim, Document, Level, Meaning, Metadata, MetadataRefused, MetadataStated, Statement,
};

use super::{Draft, chunk_of_ones, open};

impl Draft<'_> {
    /// A valid document, and what the reference reads in it.
    pub(crate) fn metadata(self, document: impl Into<String>) -> anyhow::Result<()> {
        let document = document.into().into_bytes();
        let array = self.agreed(|steps| steps.array_metadata(&document))?;
        let stated = MetadataStated {
            means: meaning(&array),
            create: self.is_creatable(&document, &array)?,
            chunk: self.agreed(|steps| {
                let (chunk_shape, chain) = array.only_shape()?;
                chunk_of_ones(steps, chain, array.data_type, &chunk_shape)
            })?,
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
        self.all_refuse(|steps| steps.array_metadata(&document))?;
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

    /// A document on which readings differ: each with a document of plain spelling that says what it
    /// takes the text for, or nothing where it refuses. The reference, too, must follow one of them.
    pub(crate) fn open_document(
        self,
        document: Vec<u8>,
        readings: &[(&str, Option<String>)],
    ) -> anyhow::Result<()> {
        let mut outcomes: Vec<(&str, Option<Meaning>)> = Vec::new();
        for (reading, plain) in readings {
            let means = match plain {
                Some(plain) => Some(self.agreed(|reference| {
                    let array = reference.array_metadata(plain.as_bytes())?;
                    Ok(meaning(&array))
                })?),
                None => None,
            };
            outcomes.push((reading, means));
        }
        for edition in &self.editions {
            let found = match Steps::literal(*edition).array_metadata(&document) {
                Ok(array) => Some(meaning(&array)),
                Err(Error::Bug(bug)) => bail!("{}: {bug}", self.id),
                Err(_) => None,
            };
            ensure!(
                outcomes.iter().any(|(_, means)| *means == found),
                "{}: no outcome is what the reference finds in edition {edition}: {found:?}",
                self.id
            );
        }
        self.open_metadata(document, &outcomes)
    }

    /// The fill value of the document has these bits, worked out apart from the reference: the
    /// hexadecimal digits of each number that it consists of.
    pub(crate) fn denotes(&self, document: &[u8], digits: &[&str]) -> anyhow::Result<()> {
        let found = self.agreed(|steps| Ok(meaning(&steps.array_metadata(document)?)))?;
        let is_number = ElementLayout::of(&found.data_type).is_some();
        let mut expected = Vec::new();
        for digits in digits {
            let mut bytes =
                hex::decode(digits).with_context(|| format!("{digits:?} is not hexadecimal"))?;
            if is_number {
                bytes.reverse();
            }
            expected.extend(bytes);
        }
        ensure!(
            *found.fill_value.0 == *expected,
            "{}: the reference reads the fill value as {:x?}, expected {expected:x?}",
            self.id,
            found.fill_value.0
        );
        Ok(())
    }

    /// A document whose fill value is a number, and the bits of the nearest element, worked out apart
    /// from the reference. Where binary64 does not hold the number and rounding by way of that gives
    /// other bits, or where it is too small for binary64, RFC 8259 permits more than one reading.
    /// `plain` gives the document with another fill value.
    pub(crate) fn rounded_document(
        self,
        document: Vec<u8>,
        number: &str,
        nearest: &str,
        plain: &dyn Fn(&str) -> String,
    ) -> anyhow::Result<()> {
        let exact = plain(&format!("\"0x{nearest}\""));
        let means = self.agreed(|steps| Ok(meaning(&steps.array_metadata(exact.as_bytes())?)))?;
        let format = float::Format::of(data_type::from_text(&means.data_type)?)
            .with_context(|| format!("{} is not a floating point number", means.data_type))?;
        let double: f64 = number.parse()?;
        let width = nearest.len();
        let through_double = format!("{:0width$x}", format.nearest(&format!("{double:.1100}")));
        if double != 0.0 && through_double == nearest {
            self.denotes(&document, &[nearest])?;
            return self.metadata(String::from_utf8(document)?);
        }
        let of = |digits: &str| Some(plain(&format!("\"0x{digits}\"")));
        let mut readings = vec![("the number is rounded once", of(nearest))];
        if through_double != nearest {
            readings.push((
                "the number is rounded by way of binary64",
                of(&through_double),
            ));
        }
        if double == 0.0 {
            readings.push((
                "the number is beyond the limits of the implementation",
                None,
            ));
        }
        self.open_document(document, &readings)
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
