//! Facts on the representations between the codecs of a list.

#![expect(
    clippy::needless_pass_by_value,
    reason = "inputs are written where they are used"
)]

use serde_json::Value;
use zarr_conform_reference::DataType;
use zarr_conform_reference::codecs::Representation as Type;
use zarr_conform_vectors::{Level, Outcome, Representation, RepresentationType, Statement};

use super::{Draft, chain, list, outcome};

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
        self.representation_statement(
            codecs,
            data_type,
            shape,
            Some(representations),
            None,
            Vec::new(),
        )
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
        self.representation_statement(codecs, data_type, shape, None, Some(refused), Vec::new())
    }

    /// A codec list on which readings differ: each accepts or refuses.
    pub(crate) fn open_representation(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
        readings: &[(&str, bool)],
    ) -> anyhow::Result<()> {
        let outcomes = readings
            .iter()
            .map(|(reading, accepts)| outcome(reading, !accepts))
            .collect();
        self.level(Level::Open)
            .representation_statement(codecs, data_type, shape, None, None, outcomes)
    }

    fn representation_statement(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
        representations: Option<Vec<RepresentationType>>,
        refused: Option<&str>,
        outcomes: Vec<Outcome>,
    ) -> anyhow::Result<()> {
        let statement = Representation {
            data_type: data_type.to_string(),
            shape: shape.to_vec(),
            codecs: list(&codecs)?,
            representations,
            refused: refused.map(str::to_owned),
            outcomes,
        };
        self.state(Statement::Representation(statement))
    }
}

fn representation_type(found: &Type) -> RepresentationType {
    match found {
        Type::Array { data_type, shape } => RepresentationType {
            data_type: Some(data_type.to_string()),
            shape: Some(shape.clone()),
            bytes: None,
        },
        Type::Bytes { length } => RepresentationType {
            data_type: None,
            shape: None,
            bytes: *length,
        },
    }
}
