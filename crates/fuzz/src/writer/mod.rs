//! Free encodings as several writers write them.
//!
//! Where a codec leaves the choice among several encodings to the writer, every reader must take each of
//! them. The reference writes the plainest; these writers divide, compress, order and announce in any
//! way that the text allows. What the text leaves open they do not do (`open.toml` of the requirements).
//!
//! Which choices a codec has is in its folder of `documents`; here is what they have in common.
//!
//! A writer is plain data: what it does with a chunk depends on nothing else.

pub(crate) mod bits;
pub(crate) mod copies;
pub mod deflate;
pub(crate) mod prefix_code;

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use fastrand::Rng;
use zarr_conform_reference::codecs::{Chain, Codec, Kind};
use zarr_conform_reference::{ChunkArray, Error, Result, Steps};

use crate::case::codec;
use crate::documents;
use crate::tape::Tape;

/// Who writes a chunk: the choice of each codec that has one.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    /// For each codec of a chain its choices. A codec for which there are none, or of another kind than
    /// its codec, is encoded by the reference.
    pub choices: Vec<Option<Arc<dyn Encoder>>>,
}

impl PartialEq for Writer {
    fn eq(&self, other: &Self) -> bool {
        // Plain data: what is shown is all there is.
        format!("{self:?}") == format!("{other:?}")
    }
}

/// The choices of a writer at one codec.
pub trait Encoder: Debug + Any + Send + Sync {
    /// What becomes of bytes; nothing where the codec is another one or cannot write them so.
    fn encode_bytes(&self, _: &Codec, _: &[u8]) -> Option<Vec<u8>> {
        None
    }

    /// What becomes of an array; nothing where the codec is another one.
    ///
    /// # Errors
    /// As the reference's [`encode`](zarr_conform_reference::codecs::encode).
    fn encode_array(&self, _: &Steps, _: &Codec, _: &ChunkArray) -> Result<Option<Vec<u8>>> {
        Ok(None)
    }

    /// Whether the text only recommends to read what is written, where it demands to read the codec.
    fn is_recommended(&self) -> bool {
        false
    }
}

impl Writer {
    /// Any writer for a codec list; nothing where the list leaves no choice.
    pub fn random(tape: &mut Tape, codecs: &[codec::Codec]) -> Option<Self> {
        let mut choices = Vec::new();
        for (at, codec) in codecs.iter().enumerate() {
            // The writer of the second gzip of a list stays that one, whatever else stands in the list.
            let is_alike = |it: &&codec::Codec| it.name() == codec.name();
            let key = codecs[..at].iter().filter(is_alike).count() as u64;
            let writer = documents::named(codec.name()).and_then(|it| it.writer);
            choices
                .push(writer.and_then(|writer| tape.of(codec.name(), key, |it| writer(it, codec))));
        }
        let is_free = choices.iter().any(Option::is_some);
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
            let choices = self.choices.get(i).and_then(Option::as_deref);
            bytes = match (codec.kind(), bytes) {
                (Kind::ArrayToArray, None) => {
                    array = Cow::Owned(steps.array_to_array_encode(codec, &array)?);
                    None
                }
                (Kind::ArrayToBytes, None) => Some(encoded_array(choices, steps, codec, &array)?),
                (Kind::BytesToBytes, Some(bytes)) => {
                    Some(encoded_bytes(choices, steps, codec, &bytes)?)
                }
                (kind, _) => {
                    let message = format!("{kind:?} at place {i} of a list that has writers");
                    return Err(Error::Bug(message));
                }
            };
        }
        bytes.ok_or_else(|| Error::Bug("no codec from array to bytes".to_owned()))
    }

    /// Whether the text only recommends to read what it writes, where it demands to read the codecs.
    pub(crate) fn is_recommended(&self) -> bool {
        self.choices.iter().flatten().any(|it| it.is_recommended())
    }
}

fn encoded_array(
    choices: Option<&dyn Encoder>,
    steps: &Steps,
    codec: &Codec,
    array: &ChunkArray,
) -> Result<Vec<u8>> {
    let encoded = choices.map(|it| it.encode_array(steps, codec, array));
    match encoded.transpose()?.flatten() {
        Some(encoded) => Ok(encoded),
        None => steps.array_to_bytes_encode(codec, array),
    }
}

fn encoded_bytes(
    choices: Option<&dyn Encoder>,
    steps: &Steps,
    codec: &Codec,
    bytes: &[u8],
) -> Result<Vec<u8>> {
    match choices.and_then(|it| it.encode_bytes(codec, bytes)) {
        Some(encoded) => Ok(encoded),
        None => steps.bytes_to_bytes_encode(codec, bytes),
    }
}

/// A number of bytes for a part of a chunk: often few, now and then none.
pub(crate) fn length(tape: &mut Tape) -> u32 {
    let length = tape.drawn("length", 69_999, |rng| match rng.u8(..8) {
        0 => 0,
        1..5 => rng.u64(..16),
        5..7 => rng.u64(..260),
        _ => rng.u64(..70_000),
    });
    u32::try_from(length).unwrap_or(0)
}

/// Some bytes that mean nothing: often few, and at most 300.
pub(crate) fn some_bytes(tape: &mut Tape) -> Vec<u8> {
    let number = tape.drawn("number of bytes", 300, |rng| {
        [0, rng.u64(..8), rng.u64(..=300)][rng.usize(..3)]
    });
    let mut bytes = Rng::with_seed(tape.seed("bytes"));
    (0..number).map(|_| bytes.u8(..)).collect()
}

/// A number of items from 1 to `most`, each after the first one time in `one_in`.
pub(crate) fn several(most: usize, one_in: u8) -> impl Fn(&mut Rng) -> usize {
    move |rng| {
        let mut number = 1;
        while number < most && rng.u8(..one_in) == 0 {
            number += 1;
        }
        number
    }
}

/// What chooses an order; none for one after the other.
pub(crate) fn random_order(tape: &mut Tape) -> Option<u64> {
    let is_other = tape.is("other order", 1, 2);
    is_other.then(|| tape.seed("order"))
}

/// Parts of `bytes` with these lengths, as far as there are so many; the last has the rest.
pub(crate) fn divided(
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
pub(crate) fn order(seed: Option<u64>, number: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..number).collect();
    if let Some(seed) = seed {
        Rng::with_seed(seed).shuffle(&mut order);
    }
    order
}
