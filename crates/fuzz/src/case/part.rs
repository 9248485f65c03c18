//! Regions of an array, and elements that are written there.

use zarr_conform_reference::{ChunkArray, DataType, Element};

use super::list::DIMENSION;
use crate::tape::Tape;

/// A part of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Coordinates of the first element.
    pub start: Vec<u64>,
    /// Number of elements along each dimension.
    pub shape: Vec<u64>,
}

/// Elements that are written into a region.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// Where.
    pub region: Region,
    /// The elements in lexicographical order.
    pub elements: Vec<Element>,
}

impl Region {
    /// The whole array.
    pub fn whole(shape: &[u64]) -> Self {
        Self {
            start: vec![0; shape.len()],
            shape: shape.to_vec(),
        }
    }

    /// Any part of an array that has elements; the first element is the simplest.
    pub fn random(tape: &mut Tape, shape: &[u64]) -> Self {
        let along = |(d, &length): (u64, &u64)| {
            tape.of(DIMENSION, d, |tape| {
                let more = tape.length("more", length - 1, |rng| rng.u64(..length));
                let start = tape.length("start", length - 1 - more, |rng| rng.u64(..length - more));
                (start, 1 + more)
            })
        };
        let (start, shape) = (0..).zip(shape).map(along).unzip();
        Self { start, shape }
    }

    /// Number of elements.
    pub fn elements(&self) -> u64 {
        self.shape.iter().product()
    }
}

impl Write {
    /// As an array of the reference; nothing where the numbers do not match.
    pub fn array(&self, data_type: DataType) -> Option<ChunkArray> {
        ChunkArray::new(data_type, self.region.shape.clone(), self.elements.clone()).ok()
    }
}
