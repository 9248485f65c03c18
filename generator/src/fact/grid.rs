//! Facts on regular grids: where elements lie, and origins and keys of chunks.

use std::collections::BTreeSet;

use anyhow::ensure;
use serde_json::Value;
use zarr_conform_reference::Steps;
use zarr_conform_reference::chunk_array::{number_of_elements, positions};
use zarr_conform_statement as statement;
use zarr_conform_vectors::{Claim, Grid, GridStated, Level, Statement};

use super::{Draft, open, refused as refusal};

/// The most chunks of which every one is asked for.
const MOST_CHUNKS: u64 = 12;

impl Draft<'_> {
    /// A grid: where these elements lie, and origin and keys of these chunks.
    pub(crate) fn grid(
        self,
        array_shape: &[u64],
        chunk_shape: &[u64],
        elements: &[Vec<u64>],
        chunks: &[Vec<u64>],
        encodings: &[Value],
    ) -> anyhow::Result<()> {
        let grid_shape = self.agreed(|steps| steps.grid_shape(array_shape, chunk_shape))?;
        for (positions, shape) in [(elements, array_shape), (chunks, &grid_shape)] {
            let outside = positions.iter().find(|it| !is_below(it, shape));
            ensure!(
                outside.is_none(),
                "{}: {outside:?} lies outside {shape:?}",
                self.id
            );
        }
        let shapes = (grid_shape, chunk_shape);
        let stated = statement::grid(&Steps::default(), shapes, elements, chunks, encodings)?;
        self.grid_statement(array_shape, chunk_shape, Claim::Holds(stated))
    }

    /// A grid: where elements on both sides of its borders lie, and some more, and the chunks of a
    /// small grid or those on both sides of the borders of a large one.
    pub(crate) fn grid_around_borders(
        self,
        array_shape: &[u64],
        chunk_shape: &[u64],
        more: Vec<Vec<u64>>,
    ) -> anyhow::Result<()> {
        let grid_shape = self.agreed(|steps| steps.grid_shape(array_shape, chunk_shape))?;
        let mut elements = around_borders(array_shape, chunk_shape);
        elements.extend(more);
        let chunks = match number_of_elements(&grid_shape) {
            Some(number) if number <= MOST_CHUNKS => positions(&grid_shape).collect(),
            _ => around_borders(&grid_shape, &vec![1; grid_shape.len()]),
        };
        let elements: Vec<_> = elements.into_iter().collect();
        let chunks: Vec<_> = chunks.into_iter().collect();
        self.grid(array_shape, chunk_shape, &elements, &chunks, &[])
    }

    /// Shapes that form no grid.
    pub(crate) fn refused_grid(
        self,
        array_shape: &[u64],
        chunk_shape: &[u64],
        refused: &str,
    ) -> anyhow::Result<()> {
        self.all_refuse(|steps| steps.grid_shape(array_shape, chunk_shape))?;
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

fn is_below(position: &[u64], shape: &[u64]) -> bool {
    position.len() == shape.len() && position.iter().zip(shape).all(|(p, length)| p < length)
}

/// The first and the last position of a shape, and those on both sides of a border in one
/// dimension, halfway along the others. Empty where the shape has no positions.
fn around_borders(shape: &[u64], chunk_shape: &[u64]) -> BTreeSet<Vec<u64>> {
    if shape.contains(&0) {
        return BTreeSet::new();
    }
    let last = shape.iter().map(|length| length - 1).collect();
    let middle: Vec<u64> = shape.iter().map(|length| length / 2).collect();
    let mut found = BTreeSet::from([vec![0; shape.len()], last]);
    for d in 0..shape.len() {
        for coordinate in around_borders_along(shape[d], chunk_shape[d]) {
            let mut position = middle.clone();
            position[d] = coordinate;
            found.insert(position);
        }
    }
    found
}

/// Coordinates on both sides of the first two borders and of the last one; `length > 0`.
fn around_borders_along(length: u64, chunk: u64) -> impl Iterator<Item = u64> {
    let last = length - 1;
    let borders = [chunk, chunk.saturating_mul(2), last - last % chunk];
    borders
        .into_iter()
        .flat_map(|border| [border.saturating_sub(1), border, border.saturating_add(1)])
        .filter(move |coordinate| *coordinate <= last)
}
