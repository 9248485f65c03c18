//! What is chosen can be chosen again, and becomes simpler until nothing more can go.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use zarr_conform_fuzz::case::codec::Codec;
use zarr_conform_fuzz::case::part::Region;
use zarr_conform_fuzz::case::{Act, Case, Keys};
use zarr_conform_fuzz::tape::{Record, Tape};
use zarr_conform_fuzz::{AnyCase, Choices, Made};
use zarr_conform_reference::float::Format;
use zarr_conform_reference::{DataType, Element, Steps, misreading};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Presentation;

const EDITION: Edition = Edition::V3_1;

fn choices() -> Choices {
    Choices::all(EDITION)
}

fn valid(case: &AnyCase) -> &Case {
    match &case.made {
        Made::Valid(case) => case,
        Made::Invalid(_) | Made::Hierarchy(_) => panic!("{case:?} is another case"),
    }
}

/// The first valid case that fails so, reduced as far as it still does.
fn reduced(is_failing: impl Fn(&Case) -> bool) -> Case {
    let mut cases = (0..).map(|seed| AnyCase::valid(seed, &choices()));
    let mut case = cases.find(|it| is_failing(valid(it))).unwrap();
    for _ in 0..400 {
        let simpler = case.record().simpler().into_iter();
        let mut simpler = simpler.filter_map(|it| case.simplified(it, &choices()));
        match simpler.find(|it| is_failing(valid(it))) {
            Some(simpler) => case = simpler,
            None => return valid(&case).clone(),
        }
    }
    panic!("reducing does not end: {case:?}");
}

fn elements(case: &Case) -> impl Iterator<Item = &Element> {
    case.stored.iter().flat_map(|it| &it.elements)
}

#[test]
fn what_is_recorded_makes_the_same_case() {
    for number in 0..2000 {
        let case = AnyCase::nth(1, number, &choices());
        let again = case.replayed(case.record().clone(), &choices());
        assert_eq!(again.as_ref(), Some(&case), "{number}");
    }
}

#[test]
fn nothing_recorded_makes_the_simplest_case() {
    let case = Case::random(&mut Tape::replay(Record::default()), &choices());
    assert_eq!(case.data_type, DataType::UINT8);
    assert_eq!(
        (&case.shape[..], &case.chunk_shape[..]),
        (&[1][..], &[1][..])
    );
    assert_eq!(case.codecs, [Codec::bytes(None)]);
    assert_eq!(
        (case.keys, case.presentation),
        (Keys::PLAIN, Presentation::PLAIN)
    );
    assert_eq!(case.fill_value.element, Element::Bits(0));
    assert_eq!(case.act, Act::Open);
    assert!(AnyCase::from(case).features().is_empty());
}

/// Whatever fails becomes the simplest case, which has nothing simpler.
#[test]
fn shrinking_ends() {
    for seed in 0..100 {
        let mut case = AnyCase::valid(seed, &choices());
        let mut steps = 0;
        loop {
            let simpler = case.record().simpler().into_iter();
            let mut simpler = simpler.filter_map(|it| case.simplified(it, &choices()));
            let Some(next) = simpler.next() else { break };
            assert!(next.record().is_simpler_than(case.record()));
            case = next;
            steps += 1;
            assert!(steps < 1000, "no end: {case:?}");
        }
        assert!(case.features().is_empty(), "{seed}: {case:?}");
    }
}

/// What is taken out goes with what was chosen of it elsewhere: the rest stays as it was.
#[test]
fn a_dimension_goes_with_its_place_in_orders_and_regions() {
    let make = |tape: &mut Tape| {
        let lengths = tape.list("dimension", 1, |_| 3, |tape, _| tape.below("length", 100));
        let region = tape.part("region", |tape| {
            Region::random(tape, &[100; 3][..lengths.len()])
        });
        (lengths, region)
    };
    let mut tape = Tape::random(1);
    let (lengths, region) = make(&mut tape);
    let without = |d: usize| {
        let mut it = (lengths.clone(), region.clone());
        it.0.remove(d);
        it.1.start.remove(d);
        it.1.shape.remove(d);
        it
    };
    let simpler = tape.recorded().simpler().into_iter();
    let simpler: Vec<_> = simpler.map(|it| make(&mut Tape::replay(it))).collect();
    for d in 0..3 {
        assert!(simpler.contains(&without(d)), "{d}: {simpler:?}");
    }
}

#[test]
fn nothing_is_written_where_reading_fails() {
    let case = reduced(|it| {
        matches!(it.act, Act::Read(_) | Act::Update(_) | Act::Write) && it.elements() > 0
    });
    assert_eq!(case.act, Act::Read(Vec::new()));
}

#[test]
fn an_imaginary_part_that_does_not_matter_is_zero() {
    let real = Format::of(DataType::COMPLEX64).unwrap().nan().unwrap();
    let has_nan = |it: &Element| it.numbers().first() == Some(&real);
    let case = reduced(|case| case.data_type == DataType::COMPLEX64 && elements(case).any(has_nan));
    let expected = Element::complex(real, 0);
    let zero = Element::zero(DataType::COMPLEX64);
    assert!(elements(&case).all(|it| *it == zero || *it == expected));
    assert_eq!(elements(&case).filter(|it| **it == expected).count(), 1);
}

#[test]
fn a_type_of_several_bytes_that_does_not_matter_becomes_uint8() {
    let is_other = |case: &Case| elements(case).any(|it| *it != Element::zero(case.data_type));
    let case = reduced(|it| is_other(it) && it.elements() > 0);
    assert_eq!((case.data_type, case.elements()), (DataType::UINT8, 1));
}

/// Orders are applied inverted, which an array of three dimensions shows.
#[test]
fn no_more_dimensions_stay_than_are_enough() {
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
        let chain = &array.codecs[0];
        let differs = |it| literal.encode(chain, it) != inverted.encode(chain, it);
        chunk.as_ref().is_some_and(differs)
    };
    let case = reduced(is_failing);
    // Two dimensions of length 2 are the fewest elements that stand elsewhere when an order is inverted.
    assert_eq!((case.shape.len(), case.elements()), (3, 4), "{case:?}");
}
