//! Comparing elements and bytes, and saying where they differ first.

use crate::check::Elements;
use crate::judge::verdict::{Difference, Failure, FailureKind};
use crate::tell::text::{
    counted, lengthy, listed_elements, spelled, spelled_apart, spelled_elements,
};
use zarr_conform_terms::{DataType, HexBytes, HexElements};
use zarr_conform_vectors::element::{ElementLayout, coordinates};

/// Byte strings up to this length are kept whole in a difference.
const KEPT: usize = 4096;
/// Bytes shown from the first differing byte on.
const SHOWN: usize = 8;

/// Compares elements bit for bit.
pub(crate) fn elements(expected: &Elements, found: &HexElements) -> Result<(), Failure> {
    match (&expected.bytes, found) {
        (HexElements::Fixed(bytes), HexElements::Fixed(found)) => {
            fixed(expected, &bytes.0, &found.0)
        }
        (HexElements::Variable(each), HexElements::Variable(found)) => {
            variable(expected, each, found)
        }
        (_, found) => Err(Failure::new(
            FailureKind::WrongData,
            format!("{}: elements of {}", expected.name, expected.of.data_type),
            format!("those of another data type, {}", spelled_elements(found)),
        )),
    }
}

/// The same, of elements that all have the same number of bytes.
pub(crate) fn fixed(expected: &Elements, bytes: &[u8], found: &[u8]) -> Result<(), Failure> {
    let data_type = expected.of.data_type.parse::<DataType>();
    let found = &*data_type.map_or_else(|_| found.into(), |it| it.in_form(found));
    if *bytes == *found {
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
    let (first, differing) = differing(bytes.chunks(size), found.chunks(size));
    let at = first * size..(first + 1) * size;
    let difference = Difference {
        coordinates: Some(place(expected, first)),
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

/// The same, of elements of different numbers of bytes.
fn variable(expected: &Elements, each: &[HexBytes], found: &[HexBytes]) -> Result<(), Failure> {
    if each == found {
        return Ok(());
    }
    let name = &expected.name;
    if each.len() != found.len() {
        return Err(Failure::new(
            FailureKind::WrongData,
            format!("{name}: {}", counted(each.len() as u64, "element")),
            counted(found.len() as u64, "element"),
        ));
    }
    let (first, differing) = differing(each.iter(), found.iter());
    let spell = |element: &HexBytes| match element.0.len() {
        0 => "no bytes".to_owned(),
        _ => format!("0x{}", spelled(&element.0)),
    };
    let difference = Difference {
        coordinates: Some(place(expected, first)),
        offset: first as u64,
        expected: spell(&each[first]),
        found: spell(&found[first]),
        differing,
        total: each.len() as u64,
        expected_bytes: None,
        found_bytes: None,
    };
    Err(Failure {
        difference: Some(Box::new(difference)),
        ..Failure::new(
            FailureKind::WrongData,
            format!("{name}: elements {}", listed_elements(each)),
            format!("elements {}", listed_elements(found)),
        )
    })
}

/// The coordinates in the array of the element at a position of a part.
fn place(expected: &Elements, position: usize) -> Vec<u64> {
    let within = coordinates(&expected.of.shape, position as u64);
    let both = within.iter().zip(&expected.start);
    both.map(|(within, start)| within + start).collect()
}

/// Compares elements bit for bit, apart from `unused` runs of `[offset, length]` of their bytes; of elements of different
/// numbers of bytes, runs of elements.
pub(crate) fn elements_apart(
    expected: &Elements,
    found: &HexElements,
    unused: &[(u64, u64)],
) -> Result<(), Failure> {
    let found = match (&expected.bytes, found) {
        (HexElements::Fixed(bytes), HexElements::Fixed(found))
            if bytes.0.len() == found.0.len() =>
        {
            HexElements::from(mask(&bytes.0, &found.0, unused))
        }
        (HexElements::Variable(each), HexElements::Variable(found))
            if each.len() == found.len() =>
        {
            HexElements::Variable(mask(each, found, unused).into())
        }
        (_, found) => found.clone(),
    };
    elements(expected, &found)
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
    let (first, differing) = differing(expected.iter(), masked.iter());
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

/// `found` with what is `expected` where anything may stand; both have one length.
fn mask<T: Clone>(expected: &[T], found: &[T], unused: &[(u64, u64)]) -> Vec<T> {
    let mut masked = found.to_vec();
    for &(offset, length) in unused {
        let start = usize::try_from(offset)
            .unwrap_or(usize::MAX)
            .min(expected.len());
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let end = start.saturating_add(length).min(expected.len());
        masked[start..end].clone_from_slice(&expected[start..end]);
    }
    masked
}

/// Position of the first part that differs, and how many do.
fn differing<T: PartialEq>(
    expected: impl Iterator<Item = T>,
    found: impl Iterator<Item = T>,
) -> (usize, u64) {
    let pairs = expected.zip(found).enumerate();
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
            bytes: vec![1, 0, 2, 0, 3, 0, 4, 0].into(),
        };
        assert!(elements(&expected, &expected.bytes).is_ok());
        let failure = elements(&expected, &vec![1, 0, 2, 0, 0, 3, 0, 4].into()).unwrap_err();
        let difference = failure.difference.unwrap();
        assert_eq!(difference.coordinates, Some(vec![6, 7]));
        assert_eq!(
            (difference.expected, difference.found),
            ("0x0003".into(), "0x0300".into())
        );
        assert_eq!((difference.differing, difference.total), (2, 4));
    }

    #[test]
    fn small_integers_may_have_copies_of_their_sign() {
        let of = |data_type: &str| Elements {
            name: "the chunk".to_owned(),
            of: ArrayType {
                data_type: data_type.into(),
                shape: vec![2],
            },
            start: vec![0],
            bytes: vec![0x0e, 0x03].into(),
        };
        assert!(elements(&of("int4"), &vec![0xfe, 0x03].into()).is_ok());
        for found in [vec![0x1e, 0x03], vec![0xfe, 0xf3], vec![0xfd, 0x03]] {
            assert!(elements(&of("int4"), &found.into()).is_err());
        }
        assert!(elements(&of("uint4"), &vec![0xfe, 0x03].into()).is_err());
    }

    #[test]
    fn elements_of_different_numbers_of_bytes_are_compared_one_by_one() {
        let of = |each: &[&str]| HexElements::of_each("string", each);
        let expected = Elements {
            name: "the region".to_owned(),
            of: ArrayType {
                data_type: "string".into(),
                shape: vec![1, 3],
            },
            start: vec![5, 7],
            bytes: of(&["a", "", "bc"]),
        };
        assert!(elements(&expected, &expected.bytes).is_ok());
        let failure = elements(&expected, &of(&["a", "b", "c"])).unwrap_err();
        let difference = failure.difference.unwrap();
        assert_eq!(difference.coordinates, Some(vec![5, 8]));
        assert_eq!(
            (difference.expected, difference.found),
            ("no bytes".into(), "0x62".into())
        );
        assert_eq!((difference.differing, difference.total), (2, 3));
        assert!(elements_apart(&expected, &of(&["a", "b", "c"]), &[(1, 2)]).is_ok());
        assert!(elements_apart(&expected, &of(&["b", "", "bc"]), &[(1, 2)]).is_err());
        for other in [
            of(&["a", ""]),
            of(&["a", "", "b", "c"]),
            vec![0x61, 0x62, 0x63].into(),
        ] {
            assert!(elements(&expected, &other).is_err(), "{other}");
        }
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
