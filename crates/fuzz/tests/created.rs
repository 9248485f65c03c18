//! Which codecs the metadata of a new array may have where chunks are decoded by them: those that were asked
//! for, but for a transpose that changes nothing.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use rstest::rstest;
use serde_json::{Value, json};
use zarr_conform_diagnosis::Reference;
use zarr_conform_fuzz::AnyCase;
use zarr_conform_fuzz::case::codec::{self, Codec, Sharding};
use zarr_conform_fuzz::case::part::{Region, Write};
use zarr_conform_fuzz::case::value::FillValue;
use zarr_conform_fuzz::case::{Act, Case, Keys};
use zarr_conform_protocol::Ask;
use zarr_conform_protocol::subject::{NoResult, Operations as _};
use zarr_conform_reference::{DataType, Element};
use zarr_conform_runner::{Inside, Operation, ReferenceReader, Verdict, Within};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Presentation, Store};

const SHAPE: [u64; 3] = [1, 2, 3];

/// Creates arrays with these codecs, whatever is asked for, and their chunks by them.
struct Creating {
    reference: Reference,
    codecs: Vec<Codec>,
}

impl Inside for Creating {
    fn answer(&self, ask: &Ask, store: &mut Store) -> Result<Value, NoResult> {
        let mut ask = ask.clone();
        if let Ask::Create(it) = &mut ask {
            it.metadata["codecs"] = codec::list(&self.codecs);
        }
        self.reference.answer(&ask, store)
    }
}

fn in_order() -> Codec {
    let order = vec![0, 1, 2];
    Codec::Transpose { order }
}

/// It begins as if it were in order.
fn swapped() -> Codec {
    let order = vec![0, 2, 1];
    Codec::Transpose { order }
}

fn bytes() -> Codec {
    Codec::bytes(None)
}

fn gzip() -> Codec {
    Codec::of_bytes("gzip", json!({"level": 1}))
}

fn crc32c() -> Codec {
    Codec::of_bytes("crc32c", Value::Null)
}

fn shards(codecs: &[Codec]) -> Codec {
    Codec::Sharding(Box::new(Sharding {
        chunk_shape: SHAPE.to_vec(),
        codecs: codecs.to_vec(),
        index_codecs: vec![Codec::bytes(Some(codec::Endian::Little)), crc32c()],
        at_start: None,
    }))
}

/// The verdict on `create` of an array of one chunk.
fn created(asked: &[Codec], codecs: &[Codec]) -> Verdict {
    let edition = Edition::default();
    let case = Case {
        data_type: DataType::UINT8,
        shape: SHAPE.to_vec(),
        chunk_shape: SHAPE.to_vec(),
        codecs: asked.to_vec(),
        fill_value: FillValue::zero(DataType::UINT8),
        keys: Keys::PLAIN,
        presentation: Presentation::PLAIN,
        stored: vec![Write {
            region: Region::whole(&SHAPE),
            elements: (1..=6).map(Element::Bits).collect(),
        }],
        missing: Vec::new(),
        writers: Vec::new(),
        act: Act::Write,
    };
    let inside = Creating {
        reference: Reference::new(edition),
        codecs: codecs.to_vec(),
    };
    let within = Within {
        hello: inside.reference.hello(),
        reader: &ReferenceReader,
        edition,
    };
    let checks = AnyCase::from(case).checks(edition).unwrap();
    let mut checks = checks.iter();
    let create = checks.find(|it| it.operation == Operation::Create).unwrap();
    within.judge(create, &inside)
}

#[rstest]
#[case::as_asked_for(&[swapped(), bytes(), gzip()], &[swapped(), bytes(), gzip()])]
#[case::left_out(&[in_order(), bytes(), gzip()], &[bytes(), gzip()])]
#[case::added(&[bytes(), gzip()], &[in_order(), bytes(), gzip()])]
#[case::added_beside_another(&[swapped(), bytes(), gzip()], &[in_order(), swapped(), bytes(), gzip()])]
#[case::left_out_of_shards(&[shards(&[in_order(), bytes()])], &[shards(&[bytes()])])]
#[case::added_before_shards(&[shards(&[bytes()])], &[in_order(), shards(&[bytes()])])]
fn a_transpose_that_changes_nothing_may_be_left_out_or_added(
    #[case] asked: &[Codec],
    #[case] codecs: &[Codec],
) {
    let verdict = created(asked, codecs);
    assert!(matches!(verdict, Verdict::Pass { .. }), "{verdict:?}");
}

#[rstest]
#[case::left_out(&[swapped(), bytes(), gzip()], &[bytes(), gzip()])]
#[case::added(&[bytes(), gzip()], &[swapped(), bytes(), gzip()])]
#[case::in_place_of_one_that_changes_nothing(&[in_order(), bytes(), gzip()], &[swapped(), bytes(), gzip()])]
#[case::left_out_of_shards(&[shards(&[swapped(), bytes()])], &[shards(&[bytes()])])]
#[case::another_codec_added(&[bytes(), gzip()], &[bytes(), crc32c(), gzip()])]
#[case::another_codec_left_out_too(&[in_order(), bytes(), crc32c(), gzip()], &[bytes(), gzip()])]
#[case::another_order(&[bytes(), crc32c(), gzip()], &[bytes(), gzip(), crc32c()])]
#[case::shards_for_none(&[in_order(), bytes(), gzip()], &[in_order(), shards(&[bytes(), gzip()])])]
fn what_changes_something_is_neither_left_out_nor_added(
    #[case] asked: &[Codec],
    #[case] codecs: &[Codec],
) {
    let verdict = created(asked, codecs);
    assert_eq!(verdict.name(), "wrong-metadata", "{verdict:?}");
}
