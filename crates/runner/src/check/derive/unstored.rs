//! Reading arrays that the runner makes up: all elements of a small one, the last one of another.
//! Where nothing is stored, every element is the fill value.

use super::{asked_of, optionally, read};
use crate::check::{ArrayType, Asked, Elements, ExpectedRead};
use zarr_conform_protocol::{Ask, Region};
use zarr_conform_terms::HexElements;
use zarr_conform_vectors::Meaning;
use zarr_conform_vectors::element::{coordinates, element_count};

/// Arrays of more elements are not read or written whole.
pub(crate) const MOST_ELEMENTS: u64 = 4096;

/// An implementation may notice as late as reading that it cannot.
pub(crate) fn late_read(shape: &[u64]) -> Asked {
    optionally(asked_of(0, read(region_of_fill(shape))))
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

/// Coordinates of the elements that are read of an array of this shape, in lexicographical order.
pub(crate) fn elements_read(shape: &[u64]) -> Option<Vec<Vec<u64>>> {
    match region_of_fill(shape) {
        None => Some(
            (0..element_count(shape)?)
                .map(|at| coordinates(shape, at))
                .collect(),
        ),
        Some(regions) => Some(regions.into_iter().map(|it| it.start).collect()),
    }
}

/// The request for elements of an array of which nothing is stored, and what it gives.
pub(crate) fn read_fill(meaning: &Meaning) -> Option<(Ask, ExpectedRead)> {
    let count = match region_of_fill(&meaning.shape) {
        None => usize::try_from(element_count(&meaning.shape)?).ok()?,
        Some(regions) => regions.len(),
    };
    Some(reading(
        meaning,
        &HexElements::of_each(
            &meaning.data_type,
            std::iter::repeat_n(&*meaning.fill_value.0, count),
        ),
    ))
}

/// The request for elements of an array, and that it gives these.
pub(crate) fn reading(meaning: &Meaning, bytes: &HexElements) -> (Ask, ExpectedRead) {
    let part = |name: &str, start: &[u64], shape: &[u64]| Elements {
        name: name.to_owned(),
        of: ArrayType {
            data_type: meaning.data_type.clone(),
            shape: shape.to_vec(),
        },
        start: start.to_vec(),
        bytes: bytes.clone(),
    };
    let regions = region_of_fill(&meaning.shape);
    let expected = if let Some([last, ..]) = regions.as_deref() {
        ExpectedRead::Regions(vec![part("the last element", &last.start, &last.shape)])
    } else {
        let start = vec![0; meaning.shape.len()];
        ExpectedRead::Whole(part("the array", &start, &meaning.shape))
    };
    (read(regions), expected)
}
