//! Facts on regular grids: where elements lie, and origins and keys of chunks.

use anyhow::ensure;
use serde_json::Value;
use zarr_conform::reference::{Json, Literal, Reading, array_metadata};
use zarr_conform::vector::{
    ChunkOfGrid, Claim, ElementOfGrid, Grid, GridStated, KeyOfChunk, Level, Statement,
};

use super::{Draft, open, refused as refusal};

impl Draft<'_> {
    /// A grid: where these elements lie, and origin and keys of these chunks.
    pub(crate) fn grid(
        self,
        array_shape: &[u64],
        chunk_shape: &[u64],
        elements: &[&[u64]],
        chunks: &[&[u64]],
        encodings: &[Value],
    ) -> anyhow::Result<()> {
        let grid_shape = self.agreed(|reading| reading.grid_shape(array_shape, chunk_shape))?;
        let reading = Literal::default();
        let mut stated = GridStated {
            grid_shape: grid_shape.clone(),
            elements: Vec::new(),
            chunks: Vec::new(),
        };
        for &coordinates in elements {
            ensure!(
                is_below(coordinates, array_shape),
                "{}: {coordinates:?} lies outside",
                self.id
            );
            stated.elements.push(ElementOfGrid {
                coordinates: coordinates.to_vec(),
                chunk: reading.chunk_index(coordinates, chunk_shape),
                within: reading.position_in_chunk(coordinates, chunk_shape),
            });
        }
        for &index in chunks {
            ensure!(
                is_below(index, &grid_shape),
                "{}: chunk {index:?} lies outside",
                self.id
            );
            let keys: anyhow::Result<_> = encodings
                .iter()
                .map(|encoding| key(reading, encoding, index))
                .collect();
            let origin = reading.chunk_origin(index, chunk_shape)?;
            stated.chunks.push(ChunkOfGrid {
                index: index.to_vec(),
                origin,
                keys: keys?,
            });
        }
        self.grid_statement(array_shape, chunk_shape, Claim::Holds(stated))
    }

    /// Shapes that form no grid.
    pub(crate) fn refused_grid(
        self,
        array_shape: &[u64],
        chunk_shape: &[u64],
        refused: &str,
    ) -> anyhow::Result<()> {
        self.all_refuse(|reading| reading.grid_shape(array_shape, chunk_shape))?;
        self.grid_statement(array_shape, chunk_shape, refusal(refused))
    }

    /// Shapes on which readings differ: each with the shape of the grid, or nothing where it
    /// refuses.
    pub(crate) fn open_grid(
        self,
        array_shape: &[u64],
        chunk_shape: &[u64],
        readings: &[(&str, Option<Vec<u64>>)],
    ) -> anyhow::Result<()> {
        self.level(Level::Open)
            .grid_statement(array_shape, chunk_shape, open(readings))
    }

    fn grid_statement(
        self,
        array_shape: &[u64],
        chunk_shape: &[u64],
        claim: Claim<GridStated, Vec<u64>>,
    ) -> anyhow::Result<()> {
        self.state(Statement::Grid(Grid {
            array_shape: array_shape.to_vec(),
            chunk_shape: chunk_shape.to_vec(),
            claim,
        }))
    }
}

fn key(reading: Literal, encoding: &Value, index: &[u64]) -> anyhow::Result<KeyOfChunk> {
    let parsed = reading.chunk_key_encoding(&Json::from_value(encoding)?)?;
    let key = array_metadata::chunk_key(&reading, &parsed, index);
    Ok(KeyOfChunk {
        chunk_key_encoding: encoding.clone(),
        key,
    })
}

fn is_below(position: &[u64], shape: &[u64]) -> bool {
    position.len() == shape.len() && position.iter().zip(shape).all(|(p, length)| p < length)
}
