//! Elements of a region as chunks: what the writer of oxigeo-zarr takes, in the way of its example.

use std::ops::Range;

use crate::refusal::Refusal;

/// A chunk that a region covers.
#[derive(Debug, PartialEq)]
pub struct Chunk {
    /// `index[d]`: the chunk's place in the grid.
    pub index: Vec<usize>,
    /// For each element of the chunk, in lexicographical order, which element of the region it is, or `None`
    /// where it lies outside the array.
    pub positions: Vec<Option<usize>>,
}

/// The chunks of a region, in lexicographical order. The writer takes whole chunks, so a region that has a
/// part of a chunk is refused.
pub fn of_region(
    array_shape: &[usize],
    chunk_shape: &[usize],
    region: &[Range<usize>],
) -> Result<Vec<Chunk>, Refusal> {
    let region_shape: Vec<usize> = region.iter().map(ExactSizeIterator::len).collect();
    if region_shape.contains(&0) {
        return Ok(Vec::new());
    }
    for (d, range) in region.iter().enumerate() {
        let begins = range.start % chunk_shape[d] == 0;
        let ends = range.end % chunk_shape[d] == 0 || range.end == array_shape[d];
        if !begins || !ends {
            return Err(Refusal::inexpressible(
                "its writer takes whole chunks, and the region has a part of one",
            ));
        }
    }
    let first: Vec<usize> = (0..region.len())
        .map(|d| region[d].start / chunk_shape[d])
        .collect();
    let counts: Vec<usize> = (0..region.len())
        .map(|d| region_shape[d].div_ceil(chunk_shape[d]))
        .collect();
    Ok(positions(&counts)
        .map(|chunk| Chunk {
            index: chunk.iter().zip(&first).map(|(c, f)| c + f).collect(),
            positions: positions(chunk_shape)
                .map(|within| {
                    let at: Vec<usize> = (0..chunk.len())
                        .map(|d| chunk[d] * chunk_shape[d] + within[d])
                        .collect();
                    ordinal(&at, &region_shape)
                })
                .collect(),
        })
        .collect())
}

/// The elements of a chunk, with `padding`, which is as long as an element, outside the array.
#[must_use]
pub fn elements(positions: &[Option<usize>], padding: &[u8], region: &[u8]) -> Vec<u8> {
    let elements = positions.iter().map(|position| match position {
        Some(at) => &region[at * padding.len()..(at + 1) * padding.len()],
        None => padding,
    });
    elements.flatten().copied().collect()
}

/// All positions of a shape without a length of 0, in lexicographical order.
fn positions(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    (0..shape.iter().product()).map(|mut ordinal| {
        let mut position = vec![0; shape.len()];
        for d in (0..shape.len()).rev() {
            position[d] = ordinal % shape[d];
            ordinal /= shape[d];
        }
        position
    })
}

/// How many positions of the shape come before this one, if it lies in the shape.
fn ordinal(position: &[usize], shape: &[usize]) -> Option<usize> {
    position
        .iter()
        .zip(shape)
        .try_fold(0, |ordinal, (&at, &length)| {
            (at < length).then(|| ordinal * length + at)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_of_whole_chunks_is_cut_into_them() {
        // Columns 2 to 4 of 3 rows, in chunks of 2×2, the last ones beyond the array in both directions.
        let chunks = of_region(&[3, 5], &[2, 2], &[0..3, 2..5]).unwrap();
        let indices: Vec<_> = chunks.iter().map(|chunk| chunk.index.clone()).collect();
        assert_eq!(indices, [[0, 1], [0, 2], [1, 1], [1, 2]]);
        assert_eq!(chunks[0].positions, [Some(0), Some(1), Some(3), Some(4)]);
        assert_eq!(chunks[1].positions, [Some(2), None, Some(5), None]);
        assert_eq!(chunks[3].positions, [Some(8), None, None, None]);
        let region: Vec<u8> = (0..18).collect();
        assert_eq!(
            elements(&chunks[1].positions, &[77, 78], &region),
            [4, 5, 77, 78, 10, 11, 77, 78]
        );
    }

    #[test]
    fn a_region_with_a_part_of_a_chunk_is_refused() {
        assert!(of_region(&[3, 5], &[2, 2], &[0..3, 1..5]).is_err());
        assert!(of_region(&[3, 5], &[2, 2], &[0..1, 0..5]).is_err());
        assert!(of_region(&[3, 5], &[2, 2], &[0..2, 0..4]).is_ok());
    }

    #[test]
    fn an_empty_region_has_no_chunk() {
        assert_eq!(of_region(&[0, 5], &[2, 2], &[0..0, 0..5]).unwrap(), []);
    }
}
