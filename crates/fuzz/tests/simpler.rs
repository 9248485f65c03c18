//! What does not matter for a failure is gone when a case cannot be made simpler any more.

use zarr_conform_fuzz::case::codec::{self, Codec};
use zarr_conform_fuzz::case::part::{Region, Write};
use zarr_conform_fuzz::case::value::{FillValue, plain_one};
use zarr_conform_fuzz::case::{Act, Case, Keys};
use zarr_conform_reference::float::Format;
use zarr_conform_reference::{DataType, Element, Steps, misreading};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Presentation;

const EDITION: Edition = Edition::V3_1;

/// An array in one chunk, all of it stored.
fn case(data_type: DataType, shape: &[u64], elements: Vec<Element>) -> Case {
    Case {
        data_type,
        shape: shape.to_vec(),
        chunk_shape: shape.to_vec(),
        codecs: vec![codec::plainest(data_type)],
        fill_value: FillValue::zero(data_type),
        keys: Keys::PLAIN,
        presentation: Presentation::PLAIN,
        stored: vec![Write {
            region: Region::whole(shape),
            elements,
        }],
        missing: Vec::new(),
        writers: Vec::new(),
        act: Act::Read(Vec::new()),
    }
}

/// The case reduced as far as it still fails, which takes few steps.
fn reduced(mut case: Case, is_failing: impl Fn(&Case) -> bool) -> Case {
    assert!(is_failing(&case), "{case:?}");
    for _ in 0..200 {
        match case.simpler().into_iter().find(&is_failing) {
            Some(simpler) => case = simpler,
            None => return case,
        }
    }
    panic!("reducing does not end: {case:?}");
}

fn elements(case: &Case) -> impl Iterator<Item = &Element> {
    case.stored.iter().flat_map(|it| &it.elements)
}

#[test]
fn nothing_is_written_where_reading_fails() {
    let mut case = case(DataType::Uint8, &[2], vec![Element::Bits(3); 2]);
    for act in [Act::Update(case.stored.clone()), Act::Write] {
        case.act = act;
        let case = reduced(case.clone(), |it| {
            matches!(it.act, Act::Read(_) | Act::Update(_) | Act::Write)
        });
        assert_eq!(case.act, Act::Read(Vec::new()));
    }
}

#[test]
fn an_imaginary_part_that_does_not_matter_is_zero() {
    let real = Format::of(DataType::Complex64).unwrap().nan();
    let element = Element::Complex { real, imaginary: 7 };
    let case = case(DataType::Complex64, &[1], vec![element]);
    let has_nan = |it: &Element| matches!(it, Element::Complex { real: it, .. } if *it == real);
    let case = reduced(case, |it| elements(it).any(has_nan));
    let expected = Element::Complex { real, imaginary: 0 };
    assert_eq!(elements(&case).collect::<Vec<_>>(), [&expected]);
}

#[test]
fn a_type_of_several_bytes_that_does_not_matter_becomes_uint8() {
    let one = plain_one(DataType::Float16);
    let case = case(DataType::Float16, &[1], vec![one]);
    let is_other = |case: &Case| elements(case).any(|it| *it != Element::zero(case.data_type));
    assert_eq!(reduced(case, is_other).data_type, DataType::Uint8);
}

/// Orders are applied inverted, which an array of three dimensions shows.
#[test]
fn four_dimensions_become_three_where_three_are_enough() {
    let literal = Steps::literal(EDITION);
    let inverted = misreading::named("order-inverted").unwrap().steps(EDITION);
    let is_failing = |case: &Case| {
        let Ok(array) = literal.array_metadata(case.document().as_bytes()) else {
            return false;
        };
        let chunk = case
            .stored
            .first()
            .filter(|it| it.region.shape == case.chunk_shape);
        let chunk = chunk.and_then(|it| it.array(case.data_type));
        let differs = |it| literal.encode(&array.codecs, it) != inverted.encode(&array.codecs, it);
        chunk.as_ref().is_some_and(differs)
    };
    for (shape, order) in [
        ([1, 1, 2, 2], [3, 2, 0, 1]),
        ([1, 2, 1, 2], [2, 0, 3, 1]),
        ([1, 2, 2, 1], [1, 3, 0, 2]),
        ([1, 2, 2, 1], [3, 0, 2, 1]),
    ] {
        let bits = (1..=4).map(Element::Bits).collect();
        let mut case = case(DataType::Uint8, &shape, bits);
        let order = order.to_vec();
        case.codecs.insert(0, Codec::Transpose { order });
        let case = reduced(case, is_failing);
        assert_eq!(case.shape.len(), 3, "{case:?}");
    }
}
