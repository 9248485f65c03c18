//! Any inner chunks that divide a shard, in any codecs.

use serde_json::Value;
use zarr_conform_reference::DataType;

use super::super::bytes::endian;
use super::super::transpose::order;
use crate::case::codec::{Codec, Sharding};
use crate::case::list::{Axis, Place, codecs};
use crate::tape::Tape;

pub(super) fn choose(tape: &mut Tape, place: &mut Place<'_>) -> Codec {
    let axes = &place.axes;
    let inner = |axis: &Axis| {
        let length = axis.choose(tape, |tape| divisor(tape, axis.length));
        Axis { length, ..*axis }
    };
    let inner: Vec<Axis> = axes.iter().map(inner).collect();
    let within = place.within(&inner);
    let inner_codecs = tape.part("codecs", |tape| codecs(tape, within));
    let index_codecs = tape.part("index", |tape| {
        let mut codecs = Vec::new();
        if place.choices.has_codec("transpose") {
            let words = Axis {
                dimension: None,
                length: 2,
            };
            let mut axes = [&axes[..], &[words]].concat();
            let one_in_six = |rng: &mut fastrand::Rng| usize::from(rng.u8(..6) == 0);
            codecs = tape.list("transpose", 0, one_in_six, |tape, _| order(tape, &mut axes));
        }
        codecs.push(endian(tape, DataType::UINT64, false));
        if place.choices.has_codec("crc32c") && tape.is("checksum", 2, 3) {
            codecs.push(Codec::of_bytes("crc32c", Value::Null));
        }
        codecs
    });
    Codec::Sharding(Box::new(Sharding {
        chunk_shape: inner.iter().map(|it| it.length).collect(),
        codecs: inner_codecs,
        index_codecs,
        at_start: tape.one("index location", &[None, Some(false), Some(true)]),
    }))
}

/// A number that divides a length; the greatest is the simplest.
fn divisor(tape: &mut Tape, length: u64) -> u64 {
    let divisors = (1..=length).rev().filter(|it| length % it == 0);
    tape.one("inner length", &divisors.collect::<Vec<u64>>())
}

/// Where the index is and how it is encoded, and whether shards stand in others.
pub(super) fn words(codec: &Codec, depth: usize) -> Vec<String> {
    let Codec::Sharding(it) = codec else {
        return Vec::new();
    };
    let is_transpose = |it: &Codec| matches!(it, Codec::Transpose { .. });
    let shards = if depth > 0 {
        "shards in shards"
    } else {
        "sharding_indexed"
    };
    let words = [
        (true, shards),
        (it.at_start == Some(true), "index at the start"),
        (it.index_codecs.iter().any(is_transpose), "transposed index"),
    ];
    let words = words.into_iter().filter(|(is_so, _)| *is_so);
    words.map(|(_, word)| word.to_owned()).collect()
}
