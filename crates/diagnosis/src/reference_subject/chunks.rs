//! Chunks and grids by themselves.

use serde_json::Value;

use zarr_conform_protocol::{AskedChunk, ChunkAnswer, Decoded, Encoded, GridAnswer, Located, ask};
use zarr_conform_reference::codecs::Chain;
use zarr_conform_reference::{ChunkArray, DataType, Element, Error, Json, data_type, vector_form};
use zarr_conform_terms::{HexBytes, HexElements};

use super::Reference;

impl Reference {
    pub(super) fn encoded(&self, asked: &ask::Encode) -> Result<Encoded, Error> {
        let (data_type, chain) = self.chain(&asked.data_type, &asked.shape, &asked.codecs)?;
        let chunk = chunk(data_type, &asked.shape, &asked.elements)?;
        Ok(Encoded {
            encoded: Some(HexBytes::from(self.steps.encode(&chain, &chunk)?)),
            encoded_file: None,
        })
    }

    pub(super) fn decoded(&self, asked: &ask::Decode) -> Result<Decoded, Error> {
        let (_, chain) = self.chain(&asked.data_type, &asked.shape, &asked.codecs)?;
        Ok(Decoded {
            elements: Some(hex(&self.steps.decode(&chain, &asked.encoded.0)?)),
            elements_file: None,
        })
    }

    pub(super) fn chain(
        &self,
        data_type: &str,
        shape: &[u64],
        codecs: &[Value],
    ) -> Result<(DataType, Chain), Error> {
        let data_type = data_type::from_text(data_type)?;
        let codecs: Vec<Json> = codecs
            .iter()
            .map(Json::from_value)
            .collect::<Result<_, _>>()?;
        let zero = Element::zero(data_type);
        Ok((
            data_type,
            self.steps.chain(&codecs, data_type, shape, &zero)?,
        ))
    }

    pub(super) fn answer_of_grid(&self, asked: &ask::Grid) -> Result<GridAnswer, Error> {
        let (array_shape, chunk_shape) = (&asked.array_shape, &asked.chunk_shape);
        let grid_shape = self.steps.grid_shape(array_shape, chunk_shape)?;
        for coordinates in &asked.elements {
            let is_inside = coordinates.len() == array_shape.len()
                && coordinates
                    .iter()
                    .zip(array_shape)
                    .all(|(c, length)| c < length);
            if !is_inside {
                let message =
                    format!("{coordinates:?} lies outside of an array of shape {array_shape:?}");
                return Err(Error::Extent(message));
            }
        }
        let located = |coordinates: &Vec<u64>| Located {
            chunk: self.steps.chunk_index(coordinates, chunk_shape),
            within: self.steps.position_in_chunk(coordinates, chunk_shape),
        };
        let chunk = |chunk: &AskedChunk| -> Result<ChunkAnswer, Error> {
            if chunk.index.len() != chunk_shape.len() {
                let message = format!(
                    "chunk {:?} lies outside of a grid of chunks of shape {chunk_shape:?}",
                    chunk.index
                );
                return Err(Error::Extent(message));
            }
            let origin = self.steps.chunk_origin(&chunk.index, chunk_shape)?;
            let keys = chunk
                .chunk_key_encodings
                .iter()
                .map(|encoding| self.key(encoding, &chunk.index));
            Ok(ChunkAnswer {
                origin,
                keys: keys.collect::<Result<_, _>>()?,
            })
        };
        Ok(GridAnswer {
            grid_shape,
            elements: asked.elements.iter().map(located).collect(),
            chunks: asked.chunks.iter().map(chunk).collect::<Result<_, _>>()?,
        })
    }

    fn key(&self, encoding: &Value, index: &[u64]) -> Result<String, Error> {
        let encoding = self
            .steps
            .chunk_key_encoding(&Json::from_value(encoding)?)?;
        Ok(encoding.key(&self.steps, index))
    }
}

pub(super) fn chunk(
    data_type: DataType,
    shape: &[u64],
    elements: &HexElements,
) -> Result<ChunkArray, Error> {
    ChunkArray::new(
        data_type,
        shape.to_vec(),
        vector_form::from_elements(data_type, elements)?,
    )
}

pub(super) fn hex(array: &ChunkArray) -> HexElements {
    vector_form::to_elements(array.data_type, &array.elements)
}
