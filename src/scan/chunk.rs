//! Decoding one stored chunk by the reference, in bounded memory, and noting its features.
//!
//! The reference's own `decode` gives all elements of a chunk at once, at many bytes each. Whether a chunk
//! decodes is found here codec by codec instead: an inner chunk of a shard at a time, and some elements at
//! a time. Each codec is still asked of the reference.

use std::io;

use zarr_conform_reference::chunk_array::{number_of_elements, positions};
use zarr_conform_reference::codecs::{Chain, Codec, Kind, Representation, bytes_to_bytes_decode};
use zarr_conform_reference::sharding_indexed::{EMPTY, IndexLocation, ShardingIndexed};
use zarr_conform_reference::{ChunkArray, DataType, Element, Error, Steps};

use super::features::encoded::Layout;
use super::features::{Features, elements, encoded};

/// Bytes of elements that are looked at together.
const PIECE: usize = 1 << 16;
/// Inner chunks of a shard whose index is decoded.
const MOST_INNER_CHUNKS: u64 = 1 << 20;
/// Bytes that one stored chunk decodes to, all inner chunks together.
const MOST_DECODED: u64 = 1 << 34;

/// Why a chunk was not decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotDecoded {
    /// It is not what the metadata say.
    Damaged(String),
    /// It may be: the reference does not decode such chunks, or the scan grants no more memory.
    Unknown(String),
    /// It cannot be read.
    Unreadable(String),
    /// The reference has a bug.
    Bug(String),
    /// Somebody asked to stop.
    Stopped,
}

impl From<Error> for NotDecoded {
    fn from(error: Error) -> Self {
        match error {
            Error::Bug(why) => Self::Bug(why),
            Error::Unsupported(why) => Self::Unknown(why),
            Error::Metadata(why) | Error::Codec(why) | Error::Extent(why) | Error::Store(why) => {
                Self::Damaged(why)
            }
        }
    }
}

impl From<io::Error> for NotDecoded {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// Where stored bytes come from.
pub(super) trait Source {
    /// How many there are.
    fn length(&self) -> u64;

    /// `length` of them from `offset` on; `offset + length <= self.length()`.
    fn range(&mut self, offset: u64, length: u64) -> io::Result<Vec<u8>>;
}

impl Source for &[u8] {
    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn range(&mut self, offset: u64, length: u64) -> io::Result<Vec<u8>> {
        let range = usize::try_from(offset).ok().and_then(|offset| {
            let end = offset.checked_add(usize::try_from(length).ok()?)?;
            self.get(offset..end)
        });
        let bytes = range.ok_or(io::ErrorKind::UnexpectedEof)?;
        Ok(bytes.to_vec())
    }
}

/// Decodes chunks and collects their features.
pub(super) struct ChunkDecoder<'a> {
    pub(super) steps: &'a Steps,
    /// Bytes that are held at once, stored or decoded.
    pub(super) most_bytes: u64,
    /// Whether to stop.
    pub(super) is_stopped: &'a dyn Fn() -> bool,
    /// What was found so far.
    pub(super) features: &'a mut Features,
    decoded: u64,
}

impl<'a> ChunkDecoder<'a> {
    /// For one chunk.
    pub(super) fn new(
        steps: &'a Steps,
        most_bytes: u64,
        is_stopped: &'a dyn Fn() -> bool,
        features: &'a mut Features,
    ) -> Self {
        Self {
            steps,
            most_bytes,
            is_stopped,
            features,
            decoded: 0,
        }
    }

    /// Decodes what a chain of codecs yielded. `place` stands before features.
    pub(super) fn decode(
        &mut self,
        chain: &Chain,
        source: &mut dyn Source,
        place: &str,
    ) -> Result<(), NotDecoded> {
        if (self.is_stopped)() {
            return Err(NotDecoded::Stopped);
        }
        let is_array_to_bytes = |it: &Codec| it.kind() == Kind::ArrayToBytes;
        let Some(at) = chain.codecs.iter().position(is_array_to_bytes) else {
            return Err(NotDecoded::Bug(format!("{chain:?} yields no bytes")));
        };
        let Some(Representation::Array {
            data_type, shape, ..
        }) = chain.representations.get(at)
        else {
            return Err(NotDecoded::Bug(format!("{chain:?} encodes no array")));
        };
        let after = at + 1;
        if after == chain.codecs.len() {
            return self.array(&chain.codecs[at], source, (*data_type, shape), place);
        }
        let mut bytes = self.whole(source)?;
        for (codec, decoded) in chain
            .codecs
            .iter()
            .zip(&chain.representations)
            .skip(after)
            .rev()
        {
            let Representation::Bytes { length } = decoded else {
                return Err(NotDecoded::Bug(format!("{codec:?} takes no bytes")));
            };
            bytes = self.bytes_to_bytes(codec, &bytes, *length, place)?;
        }
        let codec = &chain.codecs[at];
        self.array(codec, &mut &bytes[..], (*data_type, shape), place)
    }

    /// All bytes of a source.
    fn whole(&self, source: &mut dyn Source) -> Result<Vec<u8>, NotDecoded> {
        let length = source.length();
        self.grant("has", length)?;
        Ok(source.range(0, length)?)
    }

    fn grant(&self, has: &str, length: u64) -> Result<(), NotDecoded> {
        if length <= self.most_bytes {
            return Ok(());
        }
        Err(NotDecoded::Unknown(format!(
            "it {has} {length} bytes, more than the {} that --chunk-bytes grants",
            self.most_bytes
        )))
    }

    fn bytes_to_bytes(
        &mut self,
        codec: &Codec,
        bytes: &[u8],
        length: Option<u64>,
        place: &str,
    ) -> Result<Vec<u8>, NotDecoded> {
        encoded::note(self.features, self.steps, codec, bytes, place)
            .map_err(NotDecoded::Unknown)?;
        let decoded = match (length, codec) {
            (Some(length), codec) => {
                self.grant("decodes to", length)?;
                self.at_most(codec, bytes, length, place)?
            }
            // These have as many bytes as their header says, or as they had before.
            (None, Codec::Blosc(_)) => {
                let header = self.steps.blosc_header(bytes)?;
                self.grant("decodes to", header.nbytes.into())?;
                bytes_to_bytes_decode(self.steps, codec, bytes, None)?
            }
            (None, Codec::Gzip(_) | Codec::Zstd(_)) => {
                match self.at_most(codec, bytes, self.most_bytes, place) {
                    // It may be only long.
                    Err(Error::Codec(_)) => return Err(self.damaged_or_long(codec, bytes)),
                    other => other?,
                }
            }
            (None, _) => bytes_to_bytes_decode(self.steps, codec, bytes, None)?,
        };
        Ok(decoded)
    }

    /// Decodes to at most so many bytes, or to so many where the codec demands them.
    fn at_most(
        &mut self,
        codec: &Codec,
        bytes: &[u8],
        most: u64,
        place: &str,
    ) -> Result<Vec<u8>, Error> {
        if !matches!(codec, Codec::Gzip(_)) {
            return bytes_to_bytes_decode(self.steps, codec, bytes, Some(most));
        }
        // Member by member, to count them.
        let (mut decoded, mut at, mut members) = (Vec::new(), 0, 0_u64);
        loop {
            let left = most.saturating_sub(decoded.len() as u64);
            let member = self.steps.gzip_member(&bytes[at..], Some(left))?;
            decoded.extend(member.decoded);
            at += member.length;
            members += 1;
            if at >= bytes.len() {
                break;
            }
        }
        if members > 1 {
            self.features
                .insert(format!("{place}gzip of several members"));
        }
        Ok(decoded)
    }

    /// Why bytes whose decoded length the metadata do not say are not decoded to at most what is granted.
    fn damaged_or_long(&self, codec: &Codec, bytes: &[u8]) -> NotDecoded {
        // One byte less makes no difference to what is damaged in another way.
        let less = Some(self.most_bytes.saturating_sub(1));
        let [most, less] = [Some(self.most_bytes), less]
            .map(|it| bytes_to_bytes_decode(self.steps, codec, bytes, it).map(|_| ()));
        match (most, less) {
            (Err(error), Err(other)) if error == other => error.into(),
            _ => NotDecoded::Unknown(format!(
                "it decodes to more than the {} bytes that --chunk-bytes grants, or is damaged",
                self.most_bytes
            )),
        }
    }

    fn array(
        &mut self,
        codec: &Codec,
        source: &mut dyn Source,
        (data_type, shape): (DataType, &[u64]),
        place: &str,
    ) -> Result<(), NotDecoded> {
        match codec {
            Codec::Bytes(it) => {
                let size = number_of_elements(shape)
                    .and_then(|number| number.checked_mul(data_type.size() as u64));
                if size != Some(source.length()) {
                    let expected = size.map_or("more than 2^64".to_owned(), |it| it.to_string());
                    return Err(NotDecoded::Damaged(format!(
                        "bytes: found {} bytes for a chunk of {data_type} of shape {shape:?}, expected {expected}",
                        source.length()
                    )));
                }
                self.elements(source, data_type, it.endian)
            }
            Codec::ShardingIndexed(it) => self.shard(it, source, shape, place),
            other => Err(NotDecoded::Bug(format!("{other:?} yields no bytes"))),
        }
    }

    /// Decodes elements, some at a time.
    fn elements(
        &mut self,
        source: &mut dyn Source,
        data_type: DataType,
        endian: Option<zarr_conform_reference::bytes::Endian>,
    ) -> Result<(), NotDecoded> {
        let length = source.length();
        self.decoded = self.decoded.saturating_add(length);
        if self.decoded > MOST_DECODED {
            return Err(NotDecoded::Unknown(format!(
                "it decodes to more than {MOST_DECODED} bytes"
            )));
        }
        let is_special = encoded::has_special_elements(data_type);
        if data_type != DataType::Bool && !is_special {
            // Any bytes of this length are elements.
            return Ok(());
        }
        let size = data_type.size() as u64;
        let piece = (PIECE as u64 / size).max(1) * size;
        let mut offset = 0;
        while offset < length {
            if (self.is_stopped)() {
                return Err(NotDecoded::Stopped);
            }
            let bytes = source.range(offset, piece.min(length - offset))?;
            offset += bytes.len() as u64;
            let number = bytes.len() as u64 / size;
            let array = self
                .steps
                .bytes_decode(&bytes, data_type, &[number], endian)?;
            if is_special {
                elements::note(self.features, data_type, &array.elements);
            }
        }
        Ok(())
    }

    fn shard(
        &mut self,
        codec: &ShardingIndexed,
        source: &mut dyn Source,
        shape: &[u64],
        place: &str,
    ) -> Result<(), NotDecoded> {
        let chunks_per_shard = self
            .steps
            .sharding_chunks_per_shard(shape, &codec.chunk_shape)?;
        match number_of_elements(&chunks_per_shard) {
            Some(number) if number <= MOST_INNER_CHUNKS => {}
            _ => {
                return Err(NotDecoded::Unknown(format!(
                    "it has {chunks_per_shard:?} inner chunks, more than the {MOST_INNER_CHUNKS} that are looked at"
                )));
            }
        }
        let (index, size) = self.index(codec, source)?;
        let length = source.length();
        let mut layout = Layout::default();
        for i in positions(&chunks_per_shard) {
            let (offset, nbytes) = (word(&index, &i, 0)?, word(&index, &i, 1)?);
            if offset == EMPTY && nbytes == EMPTY {
                layout.has_empty = true;
                continue;
            }
            if offset.checked_add(nbytes).is_none_or(|end| end > length) {
                return Err(NotDecoded::Damaged(format!(
                    "sharding_indexed: inner chunk {i:?} has offset {offset} and nbytes {nbytes}, beyond a shard of {length} bytes"
                )));
            }
            layout.add(offset, nbytes);
            let mut part = Part {
                of: source,
                offset,
                length: nbytes,
            };
            let inner = self.decode(&codec.codecs, &mut part, "in shards: ");
            inner.map_err(|why| why.of_inner_chunk(&i))?;
        }
        layout.note(self.features, length - size, place);
        Ok(())
    }

    /// The index of a shard, and the number of its encoded bytes.
    fn index(
        &self,
        codec: &ShardingIndexed,
        source: &mut dyn Source,
    ) -> Result<(ChunkArray, u64), NotDecoded> {
        let size = self.steps.sharding_index_size(&codec.index_codecs)?;
        let length = source.length();
        let Some(rest) = length.checked_sub(size) else {
            return Err(NotDecoded::Damaged(format!(
                "sharding_indexed: found a shard of {length} bytes, expected an index of {size} bytes in it"
            )));
        };
        let first = match codec.index_location {
            IndexLocation::Start => 0,
            IndexLocation::End => rest,
        };
        let encoded = source.range(first, size)?;
        let index = self.steps.decode(&codec.index_codecs, &encoded)?;
        Ok((index, size))
    }
}

impl NotDecoded {
    /// The same, saying in which inner chunk of a shard.
    fn of_inner_chunk(self, i: &[u64]) -> Self {
        let at = |why: String| format!("inner chunk {i:?}: {why}");
        match self {
            Self::Damaged(why) => Self::Damaged(at(why)),
            Self::Unknown(why) => Self::Unknown(at(why)),
            other => other,
        }
    }
}

/// `offset[i]` for 0, `nbytes[i]` for 1.
fn word(index: &ChunkArray, i: &[u64], which: u64) -> Result<u64, NotDecoded> {
    match index.get(&[i, &[which]].concat())? {
        Element::Bits(bits) => Ok(*bits),
        other => Err(NotDecoded::Bug(format!("the index contains {other:?}"))),
    }
}

/// A part of a source.
struct Part<'a> {
    of: &'a mut dyn Source,
    offset: u64,
    length: u64,
}

impl Source for Part<'_> {
    fn length(&self) -> u64 {
        self.length
    }

    fn range(&mut self, offset: u64, length: u64) -> io::Result<Vec<u8>> {
        self.of.range(self.offset + offset, length)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use zarr_conform_reference::array_metadata;
    use zarr_conform_runner::Derivation;
    use zarr_conform_terms::Edition;

    use super::*;

    fn decode(chain: &Chain, mut bytes: &[u8], most: u64) -> (Result<(), NotDecoded>, Features) {
        let (steps, mut features) = (Steps::default(), Features::new());
        let mut decoder = ChunkDecoder::new(&steps, most, &|| false, &mut features);
        let result = decoder.decode(chain, &mut bytes, "");
        (result, features)
    }

    /// In every stored chunk of every fact, valid or not.
    #[test]
    fn what_decodes_is_what_the_reference_decodes() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let edition = Edition::default();
        let (derivation, steps) = (
            Derivation {
                vectors: &vectors,
                edition,
            },
            Steps::default(),
        );
        let facts = vectors.facts().iter();
        let facts = facts.filter(|it| it.editions.contains(&edition));
        let stores = facts.filter_map(|it| derivation.checks(it).into_iter().next()?.stores.pop());
        let (mut decoded, mut refused) = (0, 0);
        for store in stores {
            let Some(document) = store.get("zarr.json") else {
                continue;
            };
            let Ok(array) = array_metadata::parse(&steps, document) else {
                continue;
            };
            if number_of_elements(&array.chunk_shape).is_none_or(|it| it > 1 << 16) {
                continue;
            }
            for (key, bytes) in store.iter().filter(|(key, _)| *key != "zarr.json") {
                let expected = steps.decode(&array.codecs, bytes).map(|_| ());
                let (found, _) = decode(&array.codecs, bytes, 1 << 28);
                match (&found, &expected) {
                    (Ok(()), Ok(())) => decoded += 1,
                    (Err(NotDecoded::Damaged(_)), Err(Error::Codec(_)))
                    | (Err(NotDecoded::Unknown(_)), Err(Error::Unsupported(_))) => refused += 1,
                    _ => panic!("{key}: found {found:?}, expected {expected:?}"),
                }
            }
        }
        assert!(decoded > 1000 && refused > 30, "{decoded} {refused}");
    }

    fn chain(codecs: &str, shape: &[u64]) -> Chain {
        let steps = Steps::default();
        let codecs = zarr_conform_reference::Json::parse(codecs.as_bytes()).unwrap();
        let zarr_conform_reference::Json::Array(codecs) = codecs else {
            panic!("no list")
        };
        steps
            .chain(&codecs, DataType::Uint8, shape, &Element::Bits(0))
            .unwrap()
    }

    const SHARDS: &str = r#"{"name": "sharding_indexed", "configuration": {"chunk_shape": [2],
        "codecs": ["bytes"], "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}"#;

    #[rstest]
    #[case::stored(r#"["bytes", "crc32c"]"#, 104)]
    #[case::decoded(r#"["bytes", "gzip"]"#, 0)]
    fn no_more_bytes_are_held_than_granted(#[case] codecs: &str, #[case] length: usize) {
        let (found, _) = decode(&chain(codecs, &[100]), &vec![0; length], 99);
        let Err(NotDecoded::Unknown(why)) = found else {
            panic!("{found:?}")
        };
        assert!(why.contains("--chunk-bytes"), "{why}");
    }

    /// The metadata do not say how many bytes are in it.
    #[test]
    fn a_compressed_shard_may_be_damaged_or_long() {
        let chain = chain(&format!(r#"[{SHARDS}, "gzip"]"#), &[4]);
        let shard = ChunkArray::new(
            DataType::Uint8,
            vec![4],
            [1, 2, 3, 4].map(Element::Bits).into(),
        );
        let mut encoded = Steps::default().encode(&chain, &shard.unwrap()).unwrap();
        assert_eq!(decode(&chain, &encoded, 1000).0, Ok(()));
        assert!(matches!(
            decode(&chain, &encoded, 35).0,
            Err(NotDecoded::Unknown(_))
        ));
        encoded[12] ^= 1;
        assert!(matches!(
            decode(&chain, &encoded, 1000).0,
            Err(NotDecoded::Damaged(_))
        ));
    }

    #[test]
    fn shards_show_how_they_are_laid_out() {
        let chain = chain(&format!("[{SHARDS}]"), &[4]);
        let index = |words: [u64; 4]| words.map(u64::to_le_bytes).concat();
        let features = |words: [u64; 4]| {
            let (found, features) =
                decode(&chain, &[&[1, 2, 3, 4], &index(words)[..]].concat(), 1000);
            assert_eq!(found, Ok(()));
            features.into_iter().collect::<Vec<_>>()
        };
        assert!(features([0, 2, 2, 2]).is_empty());
        assert_eq!(features([2, 2, 0, 2]), ["inner chunks in another order"]);
        assert_eq!(
            features([0, 2, EMPTY, EMPTY]),
            ["empty inner chunks", "shards with unused or shared bytes"]
        );
        let beyond = [&[1, 2, 3, 4], &index([0, 2, 35, 2])[..]].concat();
        let (found, _) = decode(&chain, &beyond, 1000);
        assert!(matches!(found, Err(NotDecoded::Damaged(_))), "{found:?}");
    }
}
