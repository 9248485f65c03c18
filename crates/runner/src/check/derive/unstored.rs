//! Reading arrays of which nothing is stored: every element is the fill value.

use super::{asked_of, in_place_of_open, optionally, read};
use crate::check::{ArrayType, Asked, Elements, ExpectedRead};
use zarr_conform_protocol::{Ask, Region};
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::Meaning;
use zarr_conform_vectors::element::element_count;

/// Arrays of more elements are not read or written whole.
pub(crate) const MOST_ELEMENTS: u64 = 4096;

/// An implementation may notice as late as reading that it cannot.
pub(crate) fn late_read(shape: &[u64]) -> Asked {
    optionally(asked_of(0, read(region_of_fill(shape))))
}

/// Where opening must fail, reading is asked of those only who cannot open without it.
pub(crate) fn read_in_place_of_open(shape: &[u64]) -> Asked {
    in_place_of_open(asked_of(0, read(region_of_fill(shape))))
}

pub(crate) fn array_type(meaning: &Meaning) -> ArrayType {
    ArrayType {
        data_type: meaning.data_type.clone(),
        shape: meaning.shape.clone(),
    }
}

/// What to read of an array of this shape: all of it (no regions) where it is small, its last
/// element otherwise.
fn region_of_fill(shape: &[u64]) -> Option<Vec<Region>> {
    if element_count(shape).is_some_and(|count| count <= MOST_ELEMENTS) {
        return None;
    }
    Some(vec![Region {
        start: shape
            .iter()
            .map(|length| length.saturating_sub(1))
            .collect(),
        shape: vec![1; shape.len()],
    }])
}

/// The request for elements of an array of which nothing is stored, and what it gives.
pub(crate) fn read_fill(meaning: &Meaning) -> Option<(Ask, ExpectedRead)> {
    let fill = |name: &str, start: &[u64], shape: &[u64]| {
        let count = usize::try_from(element_count(shape)?).ok()?;
        Some(Elements {
            name: name.to_owned(),
            of: ArrayType {
                data_type: meaning.data_type.clone(),
                shape: shape.to_vec(),
            },
            start: start.to_vec(),
            bytes: HexBytes::from(meaning.fill_value.0.repeat(count)),
        })
    };
    let regions = region_of_fill(&meaning.shape);
    let expected = if let Some([last, ..]) = regions.as_deref() {
        ExpectedRead::Regions(vec![fill("the last element", &last.start, &last.shape)?])
    } else {
        let start = vec![0; meaning.shape.len()];
        ExpectedRead::Whole(fill("the array", &start, &meaning.shape)?)
    };
    Some((read(regions), expected))
}
