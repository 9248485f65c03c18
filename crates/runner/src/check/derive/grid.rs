//! Checks of a grid: computing with it, and opening and reading an array that has it.

use serde_json::json;

use super::store::of_grid;
use super::unstored::{array_type, late_read, read_fill};
use super::{Checks, Parts, asked, asked_of, open, readings};
use crate::check::{Expected, Needs, Operation};
use zarr_conform_protocol::{Ask, AskedChunk, ChunkAnswer, GridAnswer, Located, ask};
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::{Claim, Grid, GridStated, Meaning, Store, plain};

/// A valid grid is opened and read only where it is a twin, to show what refusing another is worth: whether
/// an implementation can hold an array of 2^60 elements is not a question about the grid.
pub(crate) fn derive(grid: &Grid, is_twin: bool, checks: &mut Checks<'_>) {
    let compute = Parts {
        stores: Vec::new(),
        requests: vec![asked(compute(grid))],
        expected: expected(grid, Expected::GridShape, |it| Expected::Grid(answer(it))),
    };
    checks.add(Operation::Grid, &Needs::default(), compute);
    let exists = grid.claim.holds().is_some();
    if !checks.has_stores() || (exists && !is_twin) {
        return;
    }
    let needs = Needs {
        data_type: Some(plain::DATA_TYPE.to_owned()),
        codecs: vec![plain::codec(checks.edition).to_owned()],
    };
    open_store(grid, &needs, checks);
    if exists {
        read_store(grid, &needs, checks);
    }
}

fn store(grid: &Grid, checks: &Checks<'_>) -> Store {
    let codecs = [json!({"name": plain::codec(checks.edition)})];
    of_grid(
        checks.presentation(),
        &plain::DATA_TYPE.into(),
        &grid.array_shape,
        &grid.chunk_shape,
        &codecs,
    )
}

fn meaning(grid: &Grid) -> Meaning {
    Meaning {
        data_type: plain::DATA_TYPE.into(),
        shape: grid.array_shape.clone(),
        fill_value: HexBytes::from(vec![0]),
    }
}

/// A grid that does not exist may be noticed as late as reading.
fn open_store(grid: &Grid, needs: &Needs, checks: &mut Checks<'_>) {
    let exists = grid.claim.holds().is_some();
    let late = (!exists).then(|| late_read(&grid.array_shape));
    let parts = Parts {
        stores: vec![store(grid, checks)],
        requests: std::iter::once(asked_of(0, open())).chain(late).collect(),
        expected: expected(
            grid,
            |_| Expected::Accepted,
            |_| Expected::Opened(array_type(&meaning(grid))),
        ),
    };
    checks.add(Operation::Open, needs, parts);
}

/// What a refusal at reading is compared with.
fn read_store(grid: &Grid, needs: &Needs, checks: &mut Checks<'_>) {
    let meaning = meaning(grid);
    let Some((request, elements)) = read_fill(&meaning) else {
        return;
    };
    let parts = Parts {
        stores: vec![store(grid, checks)],
        requests: vec![asked_of(0, request)],
        expected: Expected::Read(array_type(&meaning), vec![elements]),
    };
    checks.add(Operation::Read, needs, parts);
}

/// What is asked of a grid: the places that are stated, where it exists.
fn compute(grid: &Grid) -> Ask {
    let stated = grid.claim.holds();
    let elements = stated.map_or(&[][..], |it| &it.elements).iter();
    let chunks = stated.map_or(&[][..], |it| &it.chunks).iter();
    Ask::Grid(ask::Grid {
        array_shape: grid.array_shape.clone(),
        chunk_shape: grid.chunk_shape.clone(),
        elements: elements.map(|it| it.coordinates.clone()).collect(),
        chunks: chunks
            .map(|chunk| AskedChunk {
                index: chunk.index.clone(),
                chunk_key_encodings: chunk
                    .keys
                    .iter()
                    .map(|it| it.chunk_key_encoding.clone())
                    .collect(),
            })
            .collect(),
    })
}

fn answer(stated: &GridStated) -> GridAnswer {
    let elements = stated.elements.iter().map(|it| Located {
        chunk: it.chunk.clone(),
        within: it.within.clone(),
    });
    let chunks = stated.chunks.iter().map(|it| ChunkAnswer {
        origin: it.origin.clone(),
        keys: it.keys.iter().map(|it| it.key.clone()).collect(),
    });
    GridAnswer {
        grid_shape: stated.grid_shape.clone(),
        elements: elements.collect(),
        chunks: chunks.collect(),
    }
}

fn expected(
    grid: &Grid,
    of_reading: impl Fn(Vec<u64>) -> Expected,
    exists: impl Fn(&GridStated) -> Expected,
) -> Expected {
    match &grid.claim {
        Claim::Holds(stated) => exists(stated),
        Claim::Refused { .. } => Expected::Refused,
        Claim::Open(outcomes) => readings(outcomes, |grid_shape| {
            let part = grid_shape.map_or(Expected::Refused, |it| of_reading(it.clone()));
            vec![(vec![0, 1], part)]
        }),
    }
}
