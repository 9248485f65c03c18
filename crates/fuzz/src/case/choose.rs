//! Any case. What the text leaves open is never chosen: each choice here is one that every reading
//! takes the same way.

use fastrand::Rng;
use zarr_conform_protocol::Unsupported;
use zarr_conform_reference::{DataType, Element};
use zarr_conform_terms::Edition;
use zarr_conform_terms::data_type::is_raw_bits;
use zarr_conform_vectors::Presentation;

use super::codec::{
    self, Blosc, COMPRESSORS, Codec, Endian, SHUFFLES, Sharding, Spelling, needs_endian,
};
use super::part::{Region, Write};
use super::value::{self, FillValue};
use super::{Act, Case, Keys};
use crate::writer::Writer;

/// The most chunks of an array.
const MOST_CHUNKS: u64 = 24;
/// The most dimensions.
const MOST_DIMENSIONS: usize = 6;
/// How deep shards are nested.
const DEEPEST: usize = 3;
/// One case in so many is of many elements.
const LARGE_EVERY: u8 = 255;
/// Those have up to so many times as many, so that chunks may have more than 128 KiB.
const LARGE: u64 = 200;

/// What cases are made of.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The edition whose forms are used.
    pub edition: Edition,
    /// What the implementation says it lacks, and so is not asked.
    pub unsupported: Unsupported,
    /// Operations that are offered.
    pub ops: Vec<String>,
    /// The most elements of an array, and of a chunk.
    pub most_elements: u64,
}

impl Choices {
    /// The most elements where nothing else is asked for: of six dimensions several still have borders, and a
    /// failure is still read at a glance.
    pub const MOST_ELEMENTS: u64 = 96;

    /// Everything, of an edition.
    pub fn all(edition: Edition) -> Self {
        let ops = [
            "open", "read", "write", "create", "encode", "decode", "grid",
        ];
        Self {
            edition,
            unsupported: Unsupported::default(),
            ops: ops.map(str::to_owned).to_vec(),
            most_elements: Self::MOST_ELEMENTS,
        }
    }

    /// Whether the codec may be in a list.
    pub(crate) fn has_codec(&self, name: &str) -> bool {
        !self.unsupported.codecs.iter().any(|it| it == name)
    }

    fn has_data_type(&self, data_type: DataType) -> bool {
        let name = data_type.to_string();
        let lacks = |it: &String| *it == name || (it == "r*" && is_raw_bits(&name));
        !self.unsupported.data_types.iter().any(lacks)
    }

    fn offers(&self, operation: &str) -> bool {
        self.ops.iter().any(|it| it == operation)
    }

    fn short_hands(&self) -> bool {
        self.edition >= Edition::V3_1
    }
}

impl Case {
    /// Any case made of these choices.
    pub fn random(rng: &mut Rng, choices: &Choices) -> Self {
        let data_type = data_type(rng, choices);
        // Who asks for fewer elements wants only small ones.
        let may_be_large = choices.most_elements >= Choices::MOST_ELEMENTS;
        let (shape, chunk_shape) = if may_be_large && rng.u8(..LARGE_EVERY) == 0 {
            large_shapes(rng, LARGE * choices.most_elements)
        } else {
            shapes(rng, choices.most_elements)
        };
        let codecs = codecs(rng, choices, data_type, &chunk_shape, 0);
        let mut case = Self {
            data_type,
            shape,
            chunk_shape,
            codecs,
            fill_value: if rng.u8(..4) == 0 {
                FillValue::zero(data_type)
            } else {
                FillValue::random(rng, data_type, choices.edition)
            },
            keys: keys(rng, choices),
            presentation: if rng.u8(..4) == 0 {
                Presentation::ALL[rng.usize(..Presentation::ALL.len())]
            } else {
                Presentation::PLAIN
            },
            stored: Vec::new(),
            missing: Vec::new(),
            writers: Vec::new(),
            act: Act::Open,
        };
        let act = rng.u8(..32);
        case.act = match act {
            0 => return case,
            1 if choices.offers("grid") => {
                case.act = Act::Grid;
                if rng.bool() {
                    case.enlarge(rng);
                }
                return case;
            }
            2..6 if choices.offers("encode") || choices.offers("decode") => Act::Chunk,
            6..12 => Act::Write,
            12..18 => Act::Update(Vec::new()),
            _ => Act::Read(Vec::new()),
        };
        case.fill(rng);
        case
    }

    /// Lengths of any number of bits: of a grid alone, nothing is stored.
    fn enlarge(&mut self, rng: &mut Rng) {
        self.codecs = vec![codec::plainest(self.data_type)];
        for (length, chunk) in self.shape.iter_mut().zip(&mut self.chunk_shape) {
            *length = rng.u64(..) >> rng.u8(1..64);
            // The chunks of all dimensions together have less than 2^64 bytes.
            *chunk = (rng.u64(..) >> rng.u8(57..64)).max(1);
        }
    }

    /// Chooses what is stored, and the regions that are read or written.
    fn fill(&mut self, rng: &mut Rng) {
        if matches!(self.act, Act::Chunk) {
            self.shape.clone_from(&self.chunk_shape);
            self.fill_value = FillValue::zero(self.data_type);
            self.keys = Keys::PLAIN;
        }
        self.store(rng);
        if self.elements() == 0 {
            if matches!(self.act, Act::Update(_)) {
                self.act = Act::Read(Vec::new());
            }
            return;
        }
        let shape = self.shape.clone();
        match self.act {
            Act::Read(_) => {
                let regions = (0..rng.u8(..4)).map(|_| Region::random(rng, &shape));
                self.act = Act::Read(regions.collect());
            }
            Act::Update(_) => {
                let mut writes = Vec::new();
                for _ in 0..rng.u8(1..4) {
                    let region = Region::random(rng, &shape);
                    writes.push(self.write(rng, region));
                }
                self.act = Act::Update(writes);
            }
            Act::Write | Act::Chunk | Act::Grid | Act::Open => {}
        }
    }

    fn store(&mut self, rng: &mut Rng) {
        if self.elements() == 0 {
            return;
        }
        let is_whole = matches!(self.act, Act::Chunk | Act::Write) || rng.u8(..3) > 0;
        if is_whole {
            self.stored
                .push(self.write(rng, Region::whole(&self.shape)));
        } else {
            for _ in 0..rng.u8(..3) {
                let region = Region::random(rng, &self.shape);
                self.stored.push(self.write(rng, region));
            }
        }
        if matches!(self.act, Act::Write) {
            return;
        }
        let grid_shape = self.grid_shape();
        if !matches!(self.act, Act::Chunk) && rng.u8(..4) == 0 {
            let index = grid_shape.iter().map(|&length| rng.u64(..length)).collect();
            self.missing.push(index);
        }
        for _ in 0..rng.u8(..3) {
            let index = grid_shape.iter().map(|&length| rng.u64(..length)).collect();
            if let Some(writer) = Writer::random(rng, &self.codecs) {
                self.writers.push((index, writer));
            }
        }
    }

    /// Elements for a region: all alike, the fill value among others, or anything.
    fn write(&self, rng: &mut Rng, region: Region) -> Write {
        let kind = rng.u8(..8);
        let one = value::element(rng, self.data_type);
        let elements = (0..region.elements()).map(|_| match kind {
            0 => Element::zero(self.data_type),
            1 => self.fill_value.element.clone(),
            2 => one.clone(),
            3 if rng.bool() => self.fill_value.element.clone(),
            _ => value::element(rng, self.data_type),
        });
        let elements = elements.collect();
        Write { region, elements }
    }
}

fn data_type(rng: &mut Rng, choices: &Choices) -> DataType {
    for _ in 0..64 {
        let data_type = value::data_type(rng);
        if choices.has_data_type(data_type) {
            return data_type;
        }
    }
    DataType::Uint8
}

/// Shapes of an array and of its chunks, small ones with every kind of border.
fn shapes(rng: &mut Rng, most_elements: u64) -> (Vec<u64>, Vec<u64>) {
    let rank = match rng.u8(..32) {
        0 => 0,
        1..9 => 1,
        9..20 => 2,
        20..27 => 3,
        27..30 => 4,
        30 => 5,
        _ => MOST_DIMENSIONS,
    };
    let (mut shape, mut chunk_shape) = (Vec::new(), Vec::new());
    let (mut elements, mut of_chunk, mut chunks) = (1, 1, 1);
    for _ in 0..rank {
        let most = (most_elements / elements).min(13);
        let length = match rng.u8(..32) {
            0 => 0,
            1..6 => 1,
            _ => rng.u64(1..=most),
        };
        let longest = (most_elements / of_chunk).min(length + 3).max(1);
        let chunk = match rng.u8(..8) {
            0 => 1,
            1..4 => length.clamp(1, longest),
            _ => rng.u64(1..=longest),
        };
        // Not too many chunks.
        let fewest = length.div_ceil(MOST_CHUNKS / chunks).max(1);
        let chunk = chunk.max(fewest);
        elements *= length.max(1);
        of_chunk *= chunk;
        chunks *= length.div_ceil(chunk).max(1);
        shape.push(length);
        chunk_shape.push(chunk);
    }
    (shape, chunk_shape)
}

/// Shapes of an array of many elements and of its chunks, which are few.
fn large_shapes(rng: &mut Rng, most_elements: u64) -> (Vec<u64>, Vec<u64>) {
    let rank = rng.usize(1..=3);
    let mut shape: Vec<u64> = (1..rank).map(|_| rng.u64(1..=8)).collect();
    let longest = (most_elements / shape.iter().product::<u64>()).max(1);
    shape.insert(rng.usize(..rank), rng.u64(longest / 4..=longest).max(1));
    let chunks = shape.iter().map(|&length| match rng.u8(..4) {
        0 => length.div_ceil(2),
        1 => length + 1,
        _ => length,
    });
    let chunk_shape = chunks.collect();
    (shape, chunk_shape)
}

fn keys(rng: &mut Rng, choices: &Choices) -> Keys {
    let is_v2 = rng.u8(..4) == 0;
    let separator = [None, Some('/'), Some('.')][rng.usize(..3)];
    Keys {
        is_v2,
        separator,
        spelling: if separator.is_none() {
            spelling(rng, choices.short_hands())
        } else {
            Spelling::Object
        },
    }
}

/// How an extension without parameters is spelled; as its name only where that is not open.
fn spelling(rng: &mut Rng, has_names: bool) -> Spelling {
    match rng.u8(..4) {
        0 => Spelling::Empty,
        1 if has_names => Spelling::Name,
        _ => Spelling::Object,
    }
}

/// A codec list for chunks of a data type and shape, at this depth in shards.
fn codecs(
    rng: &mut Rng,
    choices: &Choices,
    data_type: DataType,
    shape: &[u64],
    depth: usize,
) -> Vec<Codec> {
    let mut codecs = Vec::new();
    let mut shape = shape.to_vec();
    if choices.has_codec("transpose") {
        for _ in 0..number_of_codecs(rng) {
            let mut order: Vec<usize> = (0..shape.len()).collect();
            rng.shuffle(&mut order);
            shape = order.iter().map(|&from| shape[from]).collect();
            codecs.push(Codec::Transpose { order });
        }
    }
    let is_sharded = depth < DEEPEST && rng.u8(..4) == 0 && choices.has_codec("sharding_indexed");
    if is_sharded {
        codecs.push(sharding(rng, choices, data_type, &shape, depth));
    } else {
        // Whether codecs within shards may be names only is open.
        codecs.push(bytes(rng, data_type, depth == 0 && choices.short_hands()));
    }
    for _ in 0..number_of_codecs(rng) {
        codecs.extend(of_bytes(rng, choices, data_type, depth));
    }
    codecs
}

/// How many codecs of one kind a list has: three rarely.
fn number_of_codecs(rng: &mut Rng) -> usize {
    match rng.u8(..32) {
        0..12 => 0,
        12..24 => 1,
        24..31 => 2,
        _ => 3,
    }
}

fn bytes(rng: &mut Rng, data_type: DataType, has_names: bool) -> Codec {
    let endian = if rng.bool() {
        Endian::Little
    } else {
        Endian::Big
    };
    let is_needed = needs_endian(data_type);
    let is_free = data_type.size() == 1 && !matches!(data_type, DataType::Raw { .. });
    Codec::Bytes {
        endian: (is_needed || (is_free && rng.bool())).then_some(endian),
        spelling: spelling(rng, has_names),
    }
}

fn of_bytes(rng: &mut Rng, choices: &Choices, data_type: DataType, depth: usize) -> Option<Codec> {
    let codec = match rng.u8(..4) {
        0 => Codec::Gzip {
            level: rng.u8(..=9),
        },
        1 if choices.edition >= Edition::V3_1 => Codec::Zstd {
            level: rng.i32(-5..=22),
            checksum: [None, Some(false), Some(true)][rng.usize(..3)],
        },
        2 => Codec::Blosc(blosc(rng, data_type)),
        _ => Codec::Crc32c {
            // Whether codecs within shards may be names alone is open.
            short: depth == 0 && choices.short_hands() && rng.bool(),
        },
    };
    choices.has_codec(codec.name()).then_some(codec)
}

fn blosc(rng: &mut Rng, data_type: DataType) -> Blosc {
    let shuffle = SHUFFLES[rng.usize(..SHUFFLES.len())];
    Blosc {
        cname: COMPRESSORS[rng.usize(..COMPRESSORS.len())],
        clevel: rng.u8(..=9),
        shuffle,
        typesize: match rng.u8(..8) {
            0 if shuffle == "noshuffle" => None,
            0..2 => Some(rng.u8(1..=17)),
            _ => Some(u8::try_from(data_type.size()).unwrap_or(u8::MAX)),
        },
        blocksize: [0, 0, 16, 64, 256][rng.usize(..5)],
    }
}

fn sharding(
    rng: &mut Rng,
    choices: &Choices,
    data_type: DataType,
    shape: &[u64],
    depth: usize,
) -> Codec {
    let divisor = |rng: &mut Rng, length: u64| {
        let divisors: Vec<u64> = (1..=length).filter(|it| length % it == 0).collect();
        divisors[rng.usize(..divisors.len())]
    };
    let chunk_shape: Vec<u64> = shape.iter().map(|&length| divisor(rng, length)).collect();
    let codecs = codecs(rng, choices, data_type, &chunk_shape, depth + 1);
    let mut index_codecs = Vec::new();
    if rng.u8(..6) == 0 && choices.has_codec("transpose") {
        let mut order: Vec<usize> = (0..=shape.len()).collect();
        rng.shuffle(&mut order);
        index_codecs.push(Codec::Transpose { order });
    }
    index_codecs.push(bytes(rng, DataType::Uint64, false));
    if rng.u8(..3) > 0 && choices.has_codec("crc32c") {
        index_codecs.push(Codec::Crc32c { short: false });
    }
    Codec::Sharding(Box::new(Sharding {
        chunk_shape,
        codecs,
        index_codecs,
        at_start: [None, Some(false), Some(true)][rng.usize(..3)],
    }))
}
