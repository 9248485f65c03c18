//! Comparing elements and bytes, and saying where they differ first.

use crate::check::Elements;
use crate::judge::verdict::{Difference, Failure, FailureKind};
use crate::tell::text::{lengthy, spelled, spelled_apart};
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::element::{ElementLayout, coordinates};

/// Byte strings up to this length are kept whole in a difference.
const KEPT: usize = 4096;
/// Bytes shown from the first differing byte on.
const SHOWN: usize = 8;

/// Compares elements bit for bit.
pub(crate) fn elements(expected: &Elements, found: &[u8]) -> Result<(), Failure> {
    let bytes = &expected.bytes.0;
    if **bytes == *found {
        return Ok(());
    }
    let name = &expected.name;
    if bytes.len() != found.len() {
        return Err(wrong_length(name, bytes, found));
    }
    let layout = ElementLayout::of(&expected.of.data_type);
    let size = layout.map_or(1, ElementLayout::bytes);
    let spell = |element: &[u8]| match layout {
        Some(layout) => layout.spell(element),
        None => format!("0x{}", hex::encode(element)),
    };
    let (first, differing) = differing(bytes, found, size);
    let at = first * size..(first + 1) * size;
    let within = coordinates(&expected.of.shape, first as u64);
    let place = within
        .iter()
        .zip(&expected.start)
        .map(|(within, start)| within + start);
    let difference = Difference {
        coordinates: Some(place.collect()),
        offset: at.start as u64,
        expected: spell(&bytes[at.clone()]),
        found: spell(&found[at]),
        differing,
        total: (bytes.len() / size) as u64,
        expected_bytes: kept(bytes),
        found_bytes: kept(found),
    };
    Err(Failure {
        difference: Some(Box::new(difference)),
        ..Failure::new(
            FailureKind::WrongData,
            format!("{name}: elements {}", spelled(bytes)),
            format!("elements {}", spelled(found)),
        )
    })
}

/// Compares elements bit for bit, apart from `unused` runs of `[offset, length]` of their bytes.
pub(crate) fn elements_apart(
    expected: &Elements,
    found: &[u8],
    unused: &[(u64, u64)],
) -> Result<(), Failure> {
    if expected.bytes.0.len() != found.len() {
        return elements(expected, found);
    }
    elements(expected, &mask(&expected.bytes.0, found, unused))
}

/// Compares encoded bytes, apart from `unused` runs of `[offset, length]`, which a failure shows as
/// `..`.
pub(crate) fn encoded(
    name: &str,
    expected: &[u8],
    found: &[u8],
    unused: &[(u64, u64)],
) -> Result<(), Failure> {
    if expected.len() != found.len() {
        return Err(wrong_length(name, expected, found));
    }
    if expected == found {
        return Ok(());
    }
    let masked = mask(expected, found, unused);
    if expected == masked {
        return Ok(());
    }
    let (first, differing) = differing(expected, &masked, 1);
    let end = expected.len().min(first + SHOWN);
    let difference = Difference {
        coordinates: None,
        offset: first as u64,
        expected: spelled_apart(&expected[first..end], first, unused),
        found: spelled_apart(&found[first..end], first, unused),
        differing,
        total: expected.len() as u64,
        expected_bytes: kept(expected),
        found_bytes: kept(found),
    };
    Err(Failure {
        difference: Some(Box::new(difference)),
        ..Failure::new(
            FailureKind::WrongData,
            format!("{name}: {}", spelled_apart(expected, 0, unused)),
            spelled_apart(found, 0, unused),
        )
    })
}

/// `found` with the bytes of `expected` where any value may stand.
fn mask(expected: &[u8], found: &[u8], unused: &[(u64, u64)]) -> Vec<u8> {
    let mut masked = found.to_vec();
    for &(offset, length) in unused {
        let start = usize::try_from(offset)
            .unwrap_or(usize::MAX)
            .min(expected.len());
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let end = start.saturating_add(length).min(expected.len());
        masked[start..end].copy_from_slice(&expected[start..end]);
    }
    masked
}

/// Position of the first group of `size` bytes that differs, and how many do.
fn differing(expected: &[u8], found: &[u8], size: usize) -> (usize, u64) {
    let pairs = expected.chunks(size).zip(found.chunks(size)).enumerate();
    let mut differing = pairs.filter(|(_, (expected, found))| expected != found);
    let first = differing.next().map_or(0, |(at, _)| at);
    (first, 1 + differing.count() as u64)
}

fn wrong_length(name: &str, expected: &[u8], found: &[u8]) -> Failure {
    Failure::new(
        FailureKind::WrongData,
        format!("{name}: {}", lengthy(expected)),
        lengthy(found),
    )
}

fn kept(bytes: &[u8]) -> Option<HexBytes> {
    (bytes.len() <= KEPT).then(|| HexBytes::from(bytes.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::ArrayType;

    #[test]
    fn the_first_element_is_found_by_its_coordinates_in_the_array() {
        let expected = Elements {
            name: "the region".to_owned(),
            of: ArrayType {
                data_type: "int16".into(),
                shape: vec![2, 2],
            },
            start: vec![5, 7],
            bytes: HexBytes::from(vec![1, 0, 2, 0, 3, 0, 4, 0]),
        };
        assert!(elements(&expected, &expected.bytes.0).is_ok());
        let failure = elements(&expected, &[1, 0, 2, 0, 0, 3, 0, 4]).unwrap_err();
        let difference = failure.difference.unwrap();
        assert_eq!(difference.coordinates, Some(vec![6, 7]));
        assert_eq!(
            (difference.expected, difference.found),
            ("0x0003".into(), "0x0300".into())
        );
        assert_eq!((difference.differing, difference.total), (2, 4));
    }

    #[test]
    fn unused_bytes_may_differ_and_others_may_not() {
        let compare = |found: &[u8]| encoded("chunk c", &[1, 2, 3, 4], found, &[(1, 2)]);
        assert!(compare(&[1, 9, 9, 4]).is_ok());
        assert_eq!(
            compare(&[1, 9, 9, 5])
                .unwrap_err()
                .difference
                .unwrap()
                .offset,
            3
        );
        assert!(compare(&[1, 2, 3]).is_err());
        let failure = compare(&[9, 9, 9, 4]).unwrap_err();
        assert_eq!(
            (failure.expected.as_str(), failure.found.as_str()),
            ("chunk c: 01....04", "09....04")
        );
    }
}
