//! Decoding one stored chunk by the reference, in bounded memory, and noting its features.
//!
//! The reference's own `decode` gives all elements of a chunk at once, at many bytes each. Whether a chunk
//! decodes is found here codec by codec instead: an inner chunk of a shard at a time, and some elements at
//! a time. Each codec is still asked of the reference.
//!
//! Codecs that take an array and yield one are left out. `transpose` only moves elements. What `scale_offset` makes of
//! them is not looked at: neither whether a result is one that the data type does not have, nor whether an element is
//! a special one, since what is stored are other elements than those of the array.

mod not_decoded;
mod shard;
mod source;
#[cfg(test)]
mod tests;

pub(super) use not_decoded::NotDecoded;
pub(super) use source::Source;

use zarr_conform_reference::chunk_array::number_of_elements;
use zarr_conform_reference::codecs::{BytesToBytes, Chain, Codec, Coding, Kind, Representation};
use zarr_conform_reference::{DataType, Error, Steps, permitted};

use super::features::{Features, elements, encoded};

/// Bytes of elements that are looked at together.
const PIECE: usize = 1 << 16;

/// What decoding one stored chunk may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Bytes that are held at once, stored or decoded.
    pub(super) held: u64,
    /// Bytes that all codecs take and yield, those of inner chunks included.
    pub(super) decoded: u64,
}

impl Budget {
    /// Any number of bytes.
    pub(super) const ANY: Self = Self {
        held: u64::MAX,
        decoded: u64::MAX,
    };
}

/// Decodes chunks and collects their features.
pub(super) struct ChunkDecoder<'a> {
    pub(super) steps: &'a Steps,
    budget: Budget,
    /// Whether to stop.
    pub(super) is_stopped: &'a dyn Fn() -> bool,
    /// What was found so far.
    pub(super) features: &'a mut Features,
    /// What codecs took and yielded until now.
    decoded: u64,
    /// Whether elements that are found are other ones than those of the array.
    has_other_elements: bool,
}

impl<'a> ChunkDecoder<'a> {
    /// For one chunk.
    pub(super) fn new(
        steps: &'a Steps,
        budget: Budget,
        is_stopped: &'a dyn Fn() -> bool,
        features: &'a mut Features,
    ) -> Self {
        Self {
            steps,
            budget,
            is_stopped,
            features,
            decoded: 0,
            has_other_elements: false,
        }
    }

    /// Decodes what a chain of codecs yielded. `place` stands before features.
    pub(super) fn decode(
        &mut self,
        chain: &Chain,
        source: &mut dyn Source,
        place: &str,
    ) -> Result<(), NotDecoded> {
        let had_other_elements = self.has_other_elements;
        let mut codecs = chain.codecs.iter();
        self.has_other_elements |= codecs.any(
            |it| matches!(it.coding(), Coding::ArrayToArray(coding) if coding.changes_elements()),
        );
        let decoded = self.chain(chain, source, place);
        self.has_other_elements = had_other_elements;
        decoded
    }

    fn chain(
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

    /// Counts what a codec takes or yields.
    fn spend(&mut self, bytes: u64) -> Result<(), NotDecoded> {
        self.decoded = self.decoded.saturating_add(bytes);
        if self.decoded <= self.budget.decoded {
            return Ok(());
        }
        Err(NotDecoded::Unknown(format!(
            "not looked at whole: decoding it takes and yields more than the {} bytes that --decoded-bytes grants",
            self.budget.decoded
        )))
    }

    /// All bytes of a source.
    fn whole(&self, source: &mut dyn Source) -> Result<Vec<u8>, NotDecoded> {
        let length = source.length();
        grant(self.budget, "has", length)?;
        Ok(source.range(0, length)?)
    }

    fn bytes_to_bytes(
        &mut self,
        codec: &Codec,
        bytes: &[u8],
        length: Option<u64>,
        place: &str,
    ) -> Result<Vec<u8>, NotDecoded> {
        let Coding::BytesToBytes(coding) = codec.coding() else {
            return Err(NotDecoded::Bug(format!("{codec:?} takes no bytes")));
        };
        self.spend(bytes.len() as u64)?;
        let mut see = |feature: &'static str| {
            self.features.insert(format!("{place}{feature}"));
        };
        coding.see(self.steps, bytes, &mut see)?;
        let decoded = if let Some(length) = length {
            grant(self.budget, "decodes to", length)?;
            coding.decode_seeing(self.steps, bytes, length, &mut see)?
        } else if let Some(length) = coding.stated_length(self.steps, bytes)? {
            grant(self.budget, "decodes to", length)?;
            coding.decode(self.steps, bytes, None)?
        } else if coding.is_free() {
            match coding.decode_seeing(self.steps, bytes, self.budget.held, &mut see) {
                // It may be only long.
                Err(Error::Codec(_)) => return Err(self.damaged_or_long(coding, bytes)),
                other => other?,
            }
        } else {
            // As many bytes as before, but for a few.
            coding.decode(self.steps, bytes, None)?
        };
        self.spend(decoded.len() as u64)?;
        Ok(decoded)
    }

    /// Why bytes whose decoded length the metadata do not say are not decoded to at most what is granted.
    fn damaged_or_long(&self, coding: &dyn BytesToBytes, bytes: &[u8]) -> NotDecoded {
        // One byte less makes no difference to what is damaged in another way.
        let less = Some(self.budget.held.saturating_sub(1));
        let [most, less] = [Some(self.budget.held), less]
            .map(|it| coding.decode(self.steps, bytes, it).map(|_| ()));
        match (most, less) {
            (Err(error), Err(other)) if error == other => error.into(),
            _ => NotDecoded::Unknown(format!(
                "it decodes to more than the {} bytes that --chunk-bytes grants, or is damaged",
                self.budget.held
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
                    let why = format!(
                        "bytes: found {} bytes for a chunk of {data_type} of shape {shape:?}, expected {expected}",
                        source.length()
                    );
                    return Err(if size.is_some_and(|it| it < source.length()) {
                        NotDecoded::Unknown(format!(
                            "{why}; the text leaves open whether a chunk may be longer than its elements"
                        ))
                    } else {
                        NotDecoded::Damaged(why)
                    });
                }
                self.elements(source, data_type, it.endian)
            }
            Codec::ShardingIndexed(it) => self.shard(it, source, shape, place),
            other => self.whole_chunk(other, source, data_type, shape),
        }
    }

    /// Decodes a chunk of elements of different numbers of bytes, which only decoding finds.
    fn whole_chunk(
        &mut self,
        codec: &Codec,
        source: &mut dyn Source,
        data_type: DataType,
        shape: &[u64],
    ) -> Result<(), NotDecoded> {
        self.spend(source.length())?;
        let bytes = self.whole(source)?;
        let decode = |steps: &Steps| steps.array_to_bytes_decode(codec, &bytes, data_type, shape);
        match decode(self.steps) {
            Ok(array) => {
                elements::note(self.features, data_type, &array.elements);
                Ok(())
            }
            Err(Error::Codec(why)) => {
                let edition = self.steps.edition();
                let mut readings = permitted::all().filter(|it| it.editions.contains(&edition));
                match readings.find(|it| decode(&it.steps(edition)).is_ok()) {
                    Some(reading) => Err(NotDecoded::Unknown(format!(
                        "{why}; the text leaves it open: a reader may be one that {}",
                        reading.does
                    ))),
                    None => Err(NotDecoded::Damaged(why)),
                }
            }
            Err(error) => Err(error.into()),
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
        self.spend(length)?;
        let is_special = encoded::has_special_elements(data_type) && !self.has_other_elements;
        if data_type.description().values().is_none() && !is_special {
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
}

fn grant(budget: Budget, has: &str, length: u64) -> Result<(), NotDecoded> {
    if length <= budget.held {
        return Ok(());
    }
    Err(NotDecoded::Unknown(format!(
        "it {has} {length} bytes, more than the {} that --chunk-bytes grants",
        budget.held
    )))
}
