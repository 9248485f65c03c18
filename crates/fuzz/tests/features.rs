//! What a case says of itself: the requirements that it tests, how strongly the text demands it, and what it
//! is about.

use std::any::Any;
use std::collections::BTreeSet;

use rstest::rstest;
use serde_json::{Value, json};
use zarr_conform_fuzz::case::codec::{Codec, Endian, Sharding};
use zarr_conform_fuzz::case::features::UNSTORED;
use zarr_conform_fuzz::case::part::{Region, Write};
use zarr_conform_fuzz::case::value::FillValue;
use zarr_conform_fuzz::case::{Act, Case, Keys};
use zarr_conform_fuzz::documents::gzip::writer::Gzip;
use zarr_conform_fuzz::tape::Tape;
use zarr_conform_fuzz::writer::Writer;
use zarr_conform_fuzz::{AnyCase, Choices, Made};
use zarr_conform_reference::{DataType, Element};
use zarr_conform_requirements::Registry;
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Level, Presentation};

fn case(data_type: DataType) -> Case {
    Case {
        data_type,
        shape: vec![2],
        chunk_shape: vec![2],
        codecs: vec![bytes()],
        fill_value: FillValue::zero(data_type),
        keys: Keys::PLAIN,
        presentation: Presentation::PLAIN,
        stored: Vec::new(),
        missing: Vec::new(),
        writers: Vec::new(),
        act: Act::Read(Vec::new()),
    }
}

fn bytes() -> Codec {
    let endian = Some(Endian::Little);
    Codec::bytes(endian)
}

fn shards(codecs: &[Codec]) -> Codec {
    Codec::Sharding(Box::new(Sharding {
        chunk_shape: vec![1],
        codecs: codecs.to_vec(),
        index_codecs: vec![bytes()],
        at_start: None,
    }))
}

fn blosc(cname: &'static str) -> Codec {
    let configuration =
        json!({"cname": cname, "clevel": 5, "shuffle": "noshuffle", "typesize": 1, "blocksize": 0});
    Codec::of_bytes("blosc", configuration)
}

fn of_level(name: &'static str) -> Codec {
    Codec::of_bytes(name, json!({"level": 1}))
}

#[rstest]
#[case::bool(DataType::BOOL, Element::Bits(1), json!(true), "fill-value.bool")]
#[case::signed(DataType::INT8, Element::Bits(0xff), json!(-1), "fill-value.integer")]
#[case::unsigned(DataType::UINT64, Element::Bits(7), json!(7), "fill-value.integer")]
#[case::number(DataType::FLOAT32, Element::Bits(0x3fc0_0000), json!(1.5), "fill-value.float-rounding")]
#[case::name(DataType::FLOAT32, Element::Bits(0x7f80_0000), json!("Infinity"), "fill-value.float-strings")]
#[case::hexadecimal(DataType::FLOAT64, Element::Bits(1), json!("0x0000000000000001"), "fill-value.float-hex")]
#[case::complex(DataType::COMPLEX64, Element::complex(1, 0), json!(["0x00000001", 0.0]), "fill-value.complex")]
#[case::raw(DataType::raw(8), Element::Raw(vec![1]), json!([1]), "fill-value.raw")]
fn a_case_names_what_its_fill_value_demands(
    #[case] data_type: DataType,
    #[case] element: Element,
    #[case] spelling: Value,
    #[case] requirement: &str,
) {
    let demanded = |case: &Case| {
        let ids = case.requirements(Edition::default()).into_iter();
        ids.filter(|it| it.starts_with("fill-value."))
            .collect::<Vec<_>>()
    };
    let plain = case(data_type);
    assert_eq!(demanded(&plain), [""; 0]);
    let fill_value = FillValue { element, spelling };
    assert_eq!(
        demanded(&Case {
            fill_value,
            ..plain
        }),
        [requirement]
    );
}

#[test]
fn a_case_names_only_requirements_of_its_edition() {
    let registry = Registry::load().unwrap();
    for edition in [Edition::V3_0, Edition::V3_1] {
        let choices = Choices::all(edition);
        for number in 0..1500 {
            let Made::Valid(case) = AnyCase::nth(1, number, &choices).made else {
                continue;
            };
            for id in case.requirements(edition) {
                let requirement = registry.requirement(&id).unwrap();
                assert!(requirement.editions.contains(&edition), "{id}: {case:?}");
            }
        }
    }
}

#[rstest]
#[case::gzip(DataType::UINT8, &[bytes(), of_level("gzip")], Level::Must)]
#[case::snappy(DataType::UINT8, &[bytes(), blosc("snappy")], Level::Should)]
#[case::lz4(DataType::UINT8, &[bytes(), blosc("lz4")], Level::Must)]
#[case::shards(DataType::UINT8, &[shards(&[bytes(), of_level("gzip")])], Level::Must)]
#[case::after_shards(DataType::UINT8, &[shards(&[bytes()]), of_level("gzip")], Level::Should)]
#[case::snappy_in_shards(DataType::UINT8, &[shards(&[bytes(), blosc("snappy")])], Level::Should)]
#[case::after_shards_in_shards(DataType::UINT8, &[shards(&[shards(&[bytes()]), of_level("gzip")])], Level::Should)]
#[case::optional(DataType::named().find(|it| it.is_optional()).unwrap(), &[bytes()], Level::Must)]
#[case::raw_bits(DataType::raw(8), &[bytes(), blosc("snappy")], Level::May)]
fn a_case_demands_what_the_text_demands(
    #[case] data_type: DataType,
    #[case] codecs: &[Codec],
    #[case] level: Level,
) {
    let codecs = codecs.to_vec();
    let case = Case {
        codecs,
        ..case(data_type)
    };
    assert_eq!(case.level(), level);
}

#[test]
fn several_gzip_members_are_recommended() {
    let codecs = vec![bytes(), of_level("gzip")];
    let mut found = BTreeSet::new();
    for seed in 0..40 {
        let writer = Writer::random(&mut Tape::random(seed), &codecs).unwrap();
        let gzip: &dyn Any = writer.choices[1].as_deref().unwrap();
        let gzip = gzip.downcast_ref::<Gzip>().unwrap();
        let is_one = gzip.members.len() == 1;
        let case = Case {
            codecs: codecs.clone(),
            writers: vec![(vec![0], writer)],
            ..case(DataType::UINT8)
        };
        assert_eq!(case.level() == Level::Must, is_one);
        found.insert(is_one);
    }
    assert_eq!(found.len(), 2);
}

#[rstest]
#[case::read(Act::Read(Vec::new()), 0, false, true)]
#[case::read_in_part(Act::Read(Vec::new()), 1, false, true)]
#[case::read_whole(Act::Read(Vec::new()), 2, false, false)]
#[case::read_but_taken_out(Act::Read(Vec::new()), 2, true, true)]
#[case::opened(Act::Open, 0, false, false)]
#[case::grid(Act::Grid, 0, false, false)]
fn chunks_that_are_not_stored_are_what_a_case_is_about_where_it_has_chunks(
    #[case] act: Act,
    #[case] stored: u64,
    #[case] is_missing: bool,
    #[case] expected: bool,
) {
    let region = Region::whole(&[stored]);
    let elements = vec![Element::Bits(1); usize::try_from(stored).unwrap()];
    let written = (stored > 0).then_some(Write { region, elements });
    let case = Case {
        act,
        stored: written.into_iter().collect(),
        missing: is_missing.then(|| vec![0]).into_iter().collect(),
        ..case(DataType::UINT8)
    };
    assert_eq!(case.features().contains(UNSTORED), expected);
}

#[test]
fn what_must_be_refused_is_not_about_chunks_that_are_not_stored() {
    let choices = Choices::all(Edition::default());
    let cases = (0..400).map(|number| AnyCase::nth(1, number, &choices));
    let invalid = cases.filter(|it| matches!(it.made, Made::Invalid(_)));
    for case in invalid {
        let simpler = case.record().simpler().into_iter();
        let simpler = simpler.filter_map(|it| case.simplified(it, &choices));
        let mut all = simpler.chain([case.clone()]);
        assert!(all.all(|it| !it.features().contains(UNSTORED)));
    }
}
