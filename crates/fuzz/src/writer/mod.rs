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
//! A writer is plain data: what it does with a chunk depends on nothing else, and [`Writer::simpler`]
//! gives those that do a little less.

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
    pub fn random(rng: &mut Rng, codecs: &[codec::Codec]) -> Option<Self> {
        let choices = codecs.iter().map(|codec| Choices::random(rng, codec));
        let choices: Vec<Choices> = choices.collect();
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

    /// Plainer writers, the plainest first; none where this is the reference's own.
    pub fn simpler(&self) -> Vec<Self> {
        let mut simpler = Vec::new();
        for (i, of_codec) in self.choices.iter().enumerate() {
            for choices in of_codec.simpler() {
                let mut it = self.clone();
                it.choices[i] = choices;
                simpler.push(it);
            }
        }
        simpler
    }
}

impl Choices {
    fn random(rng: &mut Rng, codec: &codec::Codec) -> Self {
        match codec {
            codec::Codec::Gzip { .. } => Self::Gzip(Gzip::random(rng)),
            codec::Codec::Zstd { .. } => Self::Zstd(Zstd::random(rng)),
            codec::Codec::Blosc(it) => Self::Blosc(Blosc::random(rng, it)),
            codec::Codec::Sharding(it) => Self::Sharding(Box::new(Sharding::random(rng, it))),
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

    fn simpler(&self) -> Vec<Self> {
        let mut simpler = vec![Self::Reference];
        match self {
            Self::Reference => return Vec::new(),
            Self::Gzip(gzip) => simpler.extend(gzip.simpler().into_iter().map(Self::Gzip)),
            Self::Zstd(zstd) => simpler.extend(zstd.simpler().into_iter().map(Self::Zstd)),
            Self::Blosc(blosc) => simpler.extend(blosc.simpler().into_iter().map(Self::Blosc)),
            Self::Sharding(sharding) => {
                let inner = sharding.simpler().into_iter();
                simpler.extend(inner.map(|it| Self::Sharding(Box::new(it))));
            }
        }
        simpler
    }
}

/// A number of bytes for a part of a chunk: often few, now and then none.
fn length(rng: &mut Rng) -> u32 {
    match rng.u8(..8) {
        0 => 0,
        1..5 => rng.u32(..16),
        5..7 => rng.u32(..260),
        _ => rng.u32(..70_000),
    }
}

/// Some bytes that mean nothing: often few, and at most 300.
fn some_bytes(rng: &mut Rng) -> Vec<u8> {
    let number = [0, rng.usize(..8), rng.usize(..=300)][rng.usize(..3)];
    (0..number).map(|_| rng.u8(..)).collect()
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

/// The list, of which at least one stays, without one item, or with a simpler one in its place.
fn simpler_list<T: Clone>(
    list: &[T],
    simpler: impl Fn(&T) -> Vec<T>,
) -> impl Iterator<Item = Vec<T>> {
    let mut lists = Vec::new();
    for i in 0..list.len() {
        let mut with = |item: Option<T>| {
            let mut changed = list.to_vec();
            changed.splice(i..=i, item);
            if !changed.is_empty() {
                lists.push(changed);
            }
        };
        with(None);
        for item in simpler(&list[i]) {
            with(Some(item));
        }
    }
    lists.into_iter()
}
