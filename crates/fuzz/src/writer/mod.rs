//! Free encodings as several writers write them.
//!
//! Where a codec leaves the choice among several encodings to the writer, every reader must take each of
//! them. The reference writes the plainest; these writers divide, compress, order and announce in any
//! way that the text allows. What the text leaves open they do not do (`open.toml` of the requirements).
//!
//! | codec | choices |
//! |---|---|
//! | `gzip` | members; every field of their headers; blocks of every type, empty ones; copies; codes |
//! | `zstd` | frames with content and skippable ones; content size, window; blocks of every type; literal bytes, sequences and how they are coded |
//! | `blosc` | copied or in blocks; their size and order; splits; streams as `zlib` and `zstd` above, and copies |
//! | `sharding_indexed` | order of inner chunks, unused space, empty ones left out or stored, a writer for each |
//!
//! A writer is plain data: what it does with a chunk depends on nothing else.

mod bits;
pub mod blosc;
mod copies;
pub mod deflate;
pub mod gzip;
mod prefix_code;
pub mod sharding;
pub mod zstd;

use std::borrow::Cow;

use crate::case::codec;
use crate::tape::Tape;
use fastrand::Rng;
use zarr_conform_reference::codecs::{Chain, Codec, Kind};
use zarr_conform_reference::{ChunkArray, Error, Result, Steps};

use blosc::Blosc;
use gzip::Gzip;
use sharding::Sharding;
use zstd::Zstd;

/// Who writes a chunk: the choice of each codec that has one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writer {
    /// For each codec of a chain its choices. A codec for which there are none, or of another kind than
    /// its codec, is encoded by the reference.
    pub choices: Vec<Choices>,
}

/// The choices of the writer at one codec.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choices {
    /// Those of the reference.
    #[default]
    Reference,
    /// Of `gzip`.
    Gzip(Gzip),
    /// Of `zstd`.
    Zstd(Zstd),
    /// Of `blosc`.
    Blosc(Blosc),
    /// Of `sharding_indexed`.
    Sharding(Box<Sharding>),
}

impl Writer {
    /// Any writer for a codec list; nothing where the list leaves no choice.
    pub fn random(tape: &mut Tape, codecs: &[codec::Codec]) -> Option<Self> {
        let mut choices: Vec<Choices> = Vec::new();
        for (at, codec) in codecs.iter().enumerate() {
            // The writer of the second gzip of a list stays that one, whatever else stands in the list.
            let is_alike = |it: &&codec::Codec| it.name() == codec.name();
            let key = codecs[..at].iter().filter(is_alike).count() as u64;
            choices.push(tape.of(codec.name(), key, |tape| Choices::random(tape, codec)));
        }
        let is_free = choices.iter().any(|it| *it != Choices::Reference);
        is_free.then_some(Self { choices })
    }

    /// The chunk as this writer writes it. `chunk` has the decoded representation of `chain`, which is of
    /// an edition that has lists of codecs.
    ///
    /// # Errors
    /// As the reference's [`encode`](zarr_conform_reference::codecs::encode).
    pub fn encode(&self, steps: &Steps, chain: &Chain, chunk: &ChunkArray) -> Result<Vec<u8>> {
        let mut array = Cow::Borrowed(chunk);
        let mut bytes = None;
        for (i, codec) in chain.codecs.iter().enumerate() {
            let choices = self.choices.get(i).unwrap_or(&Choices::Reference);
            bytes = match (codec.kind(), bytes) {
                (Kind::ArrayToArray, None) => {
                    array = Cow::Owned(steps.array_to_array_encode(codec, &array)?);
                    None
                }
                (Kind::ArrayToBytes, None) => Some(choices.encode_array(steps, codec, &array)?),
                (Kind::BytesToBytes, Some(bytes)) => {
                    Some(choices.encode_bytes(steps, codec, &bytes)?)
                }
                (kind, _) => {
                    let message = format!("{kind:?} at place {i} of a list that has writers");
                    return Err(Error::Bug(message));
                }
            };
        }
        bytes.ok_or_else(|| Error::Bug("no codec from array to bytes".to_owned()))
    }

    /// Whether the text only recommends to read what it writes: several gzip members.
    pub(crate) fn is_recommended(&self) -> bool {
        self.choices.iter().any(|choices| match choices {
            Choices::Gzip(it) => it.members.len() > 1,
            Choices::Sharding(it) => it.inner.iter().any(Self::is_recommended),
            // Zstd is recommended, whatever is written.
            Choices::Reference | Choices::Zstd(_) | Choices::Blosc(_) => false,
        })
    }
}

impl Choices {
    fn random(tape: &mut Tape, codec: &codec::Codec) -> Self {
        match codec {
            codec::Codec::Gzip { .. } => Self::Gzip(Gzip::random(tape)),
            codec::Codec::Zstd { .. } => Self::Zstd(Zstd::random(tape)),
            codec::Codec::Blosc(it) => Self::Blosc(Blosc::random(tape, it)),
            codec::Codec::Sharding(it) => Self::Sharding(Box::new(Sharding::random(tape, it))),
            _ => Self::Reference,
        }
    }

    fn encode_array(&self, steps: &Steps, codec: &Codec, array: &ChunkArray) -> Result<Vec<u8>> {
        match (self, codec) {
            (Self::Sharding(it), Codec::ShardingIndexed(codec)) => it.encode(steps, codec, array),
            _ => steps.array_to_bytes_encode(codec, array),
        }
    }

    fn encode_bytes(&self, steps: &Steps, codec: &Codec, bytes: &[u8]) -> Result<Vec<u8>> {
        let encoded = match (self, codec) {
            (Self::Gzip(it), Codec::Gzip(codec)) => Some(it.encode(bytes, codec.level)),
            (Self::Zstd(it), Codec::Zstd(codec)) => Some(it.encode(bytes, codec.checksum)),
            (Self::Blosc(it), Codec::Blosc(codec)) => it.encode(bytes, codec),
            _ => None,
        };
        match encoded {
            Some(encoded) => Ok(encoded),
            None => steps.bytes_to_bytes_encode(codec, bytes),
        }
    }
}

/// A number of bytes for a part of a chunk: often few, now and then none.
fn length(tape: &mut Tape) -> u32 {
    let length = tape.drawn("length", 69_999, |rng| match rng.u8(..8) {
        0 => 0,
        1..5 => rng.u64(..16),
        5..7 => rng.u64(..260),
        _ => rng.u64(..70_000),
    });
    u32::try_from(length).unwrap_or(0)
}

/// Some bytes that mean nothing: often few, and at most 300.
fn some_bytes(tape: &mut Tape) -> Vec<u8> {
    let number = tape.drawn("number of bytes", 300, |rng| {
        [0, rng.u64(..8), rng.u64(..=300)][rng.usize(..3)]
    });
    let mut bytes = Rng::with_seed(tape.seed("bytes"));
    (0..number).map(|_| bytes.u8(..)).collect()
}

/// A number of items from 1 to `most`, each after the first one time in `one_in`.
fn several(most: usize, one_in: u8) -> impl Fn(&mut Rng) -> usize {
    move |rng| {
        let mut number = 1;
        while number < most && rng.u8(..one_in) == 0 {
            number += 1;
        }
        number
    }
}

/// What chooses an order; none for one after the other.
fn random_order(tape: &mut Tape) -> Option<u64> {
    let is_other = tape.is("other order", 1, 2);
    is_other.then(|| tape.seed("order"))
}

/// Parts of `bytes` with these lengths, as far as there are so many; the last has the rest.
fn divided(
    bytes: &[u8],
    lengths: impl DoubleEndedIterator<Item = u32> + Clone,
) -> impl Iterator<Item = &[u8]> {
    let number = lengths.clone().count();
    let mut rest = bytes;
    lengths.enumerate().map(move |(i, length)| {
        let length = match usize::try_from(length) {
            Ok(length) if i + 1 < number => length.min(rest.len()),
            _ => rest.len(),
        };
        let (part, after) = rest.split_at(length);
        rest = after;
        part
    })
}

/// The numbers below `number` in the order that a seed chooses, or one after the other.
fn order(seed: Option<u64>, number: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..number).collect();
    if let Some(seed) = seed {
        Rng::with_seed(seed).shuffle(&mut order);
    }
    order
}
