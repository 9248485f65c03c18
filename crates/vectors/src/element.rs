//! How many elements an array has, and where each stands; how many bytes an element has.

pub use zarr_conform_terms::ElementLayout;

/// The number of elements of an array: the product of `shape`, 1 for rank 0. Nothing above `u64`.
pub fn element_count(shape: &[u64]) -> Option<u64> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape
        .iter()
        .try_fold(1_u64, |count, &length| count.checked_mul(length))
}

/// The coordinates of the element at `position` in lexicographical order;
/// `position < element_count(shape)`.
pub fn coordinates(shape: &[u64], position: u64) -> Vec<u64> {
    let mut rest = position;
    let mut coordinates = vec![0; shape.len()];
    for (dimension, &length) in shape.iter().enumerate().rev() {
        let length = length.max(1);
        coordinates[dimension] = rest % length;
        rest /= length;
    }
    coordinates
}

/// The position in lexicographical order of the element at `coordinates`, of which
/// `coordinates[d] < shape[d]` and `element_count(shape)` is below 2^64.
pub fn position(shape: &[u64], coordinates: &[u64]) -> u64 {
    let dimensions = shape.iter().zip(coordinates);
    dimensions.fold(0, |position, (length, at)| position * length + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_coordinates() {
        assert_eq!(element_count(&[]), Some(1));
        assert_eq!(element_count(&[u64::MAX, 2]), None);
        assert_eq!(element_count(&[u64::MAX, 2, 0]), Some(0));
        assert_eq!(coordinates(&[2, 3, 4], 23), [1, 2, 3]);
        assert_eq!(coordinates(&[2, 3, 4], 5), [0, 1, 1]);
        assert_eq!(coordinates(&[], 0), [0_u64; 0]);
        assert_eq!(position(&[2, 3, 4], &[1, 2, 3]), 23);
        assert_eq!(position(&[2, 3, 4], &[0, 1, 1]), 5);
        assert_eq!(position(&[], &[]), 0);
    }
}
