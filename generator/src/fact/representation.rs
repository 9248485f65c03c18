//! Facts on the representations between the codecs of a list.

#![expect(
    clippy::needless_pass_by_value,
    reason = "inputs are written where they are used"
)]

use serde_json::Value;
use zarr_conform_reference::codecs::Representation as Type;
use zarr_conform_reference::{DataType, Steps};
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::{Accepted, Claim, Level, Representation, RepresentationType, Statement};

use super::{Draft, chain, chunk_of_ones, list, open, refused as refusal};

impl Draft<'_> {
    /// The representation after each codec.
    pub(crate) fn representation(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
    ) -> anyhow::Result<()> {
        let types = self.agreed(|steps| {
            chain(steps, &codecs, data_type, shape).map(|chain| chain.representations)
        })?;
        let representations = types[1..].iter().map(representation_type).collect();
        let chunk = self.agreed(|steps| {
            let chain = chain(steps, &codecs, data_type, shape)?;
            chunk_of_ones(steps, &chain, data_type, shape)
        })?;
        let claim = Claim::Holds(representations);
        self.representation_statement(codecs, data_type, shape, claim, chunk)
    }

    /// A codec list that must be refused for chunks of this data type and shape.
    pub(crate) fn refused_representation(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
        refused: &str,
    ) -> anyhow::Result<()> {
        self.all_refuse(|steps| chain(steps, &codecs, data_type, shape))?;
        self.representation_statement(codecs, data_type, shape, refusal(refused), None)
    }

    /// A codec list on which readings differ: each accepts or refuses.
    pub(crate) fn open_representation(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
        readings: &[(&str, bool)],
    ) -> anyhow::Result<()> {
        let readings: Vec<_> = readings
            .iter()
            .map(|&(reading, accepts)| (reading, accepts.then_some(Accepted)))
            .collect();
        let newest = Steps::literal(self.newest()?);
        let chunk = match chain(&newest, &codecs, data_type, shape) {
            Ok(chain) => chunk_of_ones(&newest, &chain, data_type, shape)?,
            Err(_) => None,
        };
        self.level(Level::Open).representation_statement(
            codecs,
            data_type,
            shape,
            open(&readings),
            chunk,
        )
    }

    fn representation_statement(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
        claim: Claim<Vec<RepresentationType>, Accepted>,
        chunk: Option<HexBytes>,
    ) -> anyhow::Result<()> {
        let statement = Representation {
            data_type: data_type.into(),
            shape: shape.to_vec(),
            codecs: list(&codecs)?.into(),
            claim,
            chunk,
        };
        self.state(Statement::Representation(statement))
    }
}

fn representation_type(found: &Type) -> RepresentationType {
    match found {
        Type::Array {
            data_type, shape, ..
        } => RepresentationType::Array {
            data_type: (*data_type).into(),
            shape: shape.clone(),
        },
        Type::Bytes { length } => RepresentationType::Bytes { length: *length },
    }
}
