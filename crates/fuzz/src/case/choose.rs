//! Any case, by a tape on which 0 is the simplest choice at each place. What the text leaves open is never chosen:
//! each choice here is one that every reading takes the same way.

use zarr_conform_protocol::Unsupported;
use zarr_conform_reference::DataType;
use zarr_conform_terms::Edition;
use zarr_conform_terms::data_type::is_raw_bits;
use zarr_conform_vectors::Presentation;

use super::codec::{
    self, Blosc, COMPRESSORS, Codec, Endian, SHUFFLES, Sharding, Spelling, needs_endian,
};
use super::part::{Region, Write};
use super::value::{self, FillValue};
use super::{Act, Case, Keys};
use crate::tape::Tape;
use crate::writer::Writer;

/// The most chunks of an array.
const MOST_CHUNKS: u64 = 24;
/// The most dimensions.
const MOST_DIMENSIONS: usize = 6;
/// How deep shards are nested.
const DEEPEST: usize = 3;
/// One case in so many is of many elements.
const LARGE_EVERY: u64 = 255;
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
    /// The case that a tape chooses of these choices.
    pub fn random(tape: &mut Tape, choices: &Choices) -> Self {
        let (shape, chunk_shape) = shapes(tape, choices.most_elements);
        let data_type = value::data_type(tape, |it| choices.has_data_type(it));
        let axes: Vec<Axis> = (0..).zip(&chunk_shape).map(Axis::of).collect();
        let codecs = tape.part("codecs", |tape| codecs(tape, choices, data_type, &axes, 0));
        let mut case = Self {
            data_type,
            shape,
            chunk_shape,
            codecs,
            fill_value: tape.part("fill value", |tape| {
                FillValue::random(tape, data_type, choices.edition)
            }),
            keys: tape.part("keys", |tape| keys(tape, choices)),
            presentation: presentation(tape),
            stored: Vec::new(),
            missing: Vec::new(),
            writers: Vec::new(),
            act: act(tape, choices),
        };
        match case.act {
            Act::Open => {}
            Act::Grid => {
                if tape.is("any lengths", 1, 2) {
                    tape.part("any lengths", |tape| case.enlarge(tape));
                }
            }
            _ => case.fill(tape),
        }
        case
    }

    /// Lengths of any number of bits: of a grid alone, nothing is stored.
    fn enlarge(&mut self, tape: &mut Tape) {
        self.codecs = vec![codec::plainest(self.data_type)];
        let lengths = self.shape.iter_mut().zip(&mut self.chunk_shape);
        for (d, (length, chunk)) in (0..).zip(lengths) {
            tape.of(DIMENSION, d, |tape| {
                *length = tape.drawn("any length", u64::MAX, |rng| rng.u64(..) >> rng.u8(1..64));
                // The chunks of all dimensions together have less than 2^64 bytes.
                *chunk =
                    1 + tape.drawn("any chunk length", 126, |rng| rng.u64(..) >> rng.u8(57..64));
            });
        }
    }

    /// Chooses what is stored, and the regions that are read or written.
    fn fill(&mut self, tape: &mut Tape) {
        if matches!(self.act, Act::Chunk) {
            self.shape.clone_from(&self.chunk_shape);
            self.fill_value = FillValue::zero(self.data_type);
            self.keys = Keys::PLAIN;
        }
        self.store(tape);
        if self.elements() == 0 {
            if matches!(self.act, Act::Update(_)) {
                self.act = Act::Read(Vec::new());
            }
            return;
        }
        let shape = self.shape.clone();
        match self.act {
            Act::Read(_) => {
                let region = |tape: &mut Tape, _| Region::random(tape, &shape);
                self.act = Act::Read(tape.list("region", 0, |rng| rng.usize(..4), region));
            }
            Act::Update(_) => {
                let write = |tape: &mut Tape, _| {
                    let region = Region::random(tape, &shape);
                    self.write(tape, region)
                };
                self.act = Act::Update(tape.list("write", 1, |rng| rng.usize(1..4), write));
            }
            Act::Write | Act::Chunk | Act::Grid | Act::Open => {}
        }
    }

    fn store(&mut self, tape: &mut Tape) {
        if self.elements() == 0 {
            return;
        }
        let is_whole = matches!(self.act, Act::Chunk | Act::Write);
        if is_whole || !tape.is("nothing stored", 1, 9) {
            let has_parts = tape.pick("stored in parts", &[3, 1]) == 1 && !is_whole;
            let number = |rng: &mut fastrand::Rng| if has_parts { rng.usize(1..3) } else { 1 };
            self.stored = tape.list("stored", 1, number, |tape, _| {
                // All of it is simpler than a part.
                let is_part = has_parts && tape.drawn("part", 1, |_| 1) == 1;
                let whole = Region::whole(&self.shape);
                let part = is_part.then(|| Region::random(tape, &self.shape));
                self.write(tape, part.unwrap_or(whole))
            });
            if is_whole {
                self.stored.truncate(1);
            }
        }
        if matches!(self.act, Act::Write) {
            return;
        }
        let grid_shape = self.grid_shape();
        let index = |tape: &mut Tape, _| -> Vec<u64> {
            let lengths = (0..).zip(&grid_shape);
            let along = |(d, length): (u64, &u64)| {
                tape.of(DIMENSION, d, |it| {
                    it.length("chunk", length - 1, |rng| rng.u64(..*length))
                })
            };
            lengths.map(along).collect()
        };
        if !matches!(self.act, Act::Chunk) {
            let one_in_four = |rng: &mut fastrand::Rng| usize::from(rng.u8(..4) == 0);
            self.missing = tape.list("missing", 0, one_in_four, index);
        }
        let writer = |tape: &mut Tape, at| {
            let index = index(tape, at);
            Writer::random(tape, &self.codecs).map(|writer| (index, writer))
        };
        let writers = tape.list("writer", 0, |rng| rng.usize(..3), writer);
        self.writers = writers.into_iter().flatten().collect();
    }

    /// Elements for a region: all alike, the fill value among others, or anything.
    fn write(&self, tape: &mut Tape, region: Region) -> Write {
        let number = region.elements();
        let elements = value::elements(tape, self.data_type, &self.fill_value.element, number);
        Write { region, elements }
    }
}

/// The label of what is chosen of a dimension of the array.
pub const DIMENSION: &str = "dimension";

/// A length, and the dimension of the array that it is of; none of those that only the index of a shard has.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    dimension: Option<u64>,
    length: u64,
}

impl Axis {
    fn of((dimension, length): (u64, &u64)) -> Self {
        Self {
            dimension: Some(dimension),
            length: *length,
        }
    }

    fn choose<T>(self, tape: &mut Tape, make: impl FnOnce(&mut Tape) -> T) -> T {
        match self.dimension {
            Some(d) => tape.of(DIMENSION, d, make),
            None => tape.part("words", make),
        }
    }
}

fn act(tape: &mut Tape, choices: &Choices) -> Act {
    let offers = |operation| u32::from(choices.offers(operation));
    let grid = offers("grid");
    let chunk = 4 * offers("encode").max(offers("decode"));
    let acts = [
        (Act::Open, 1),
        (Act::Grid, grid),
        (Act::Read(Vec::new()), 19 - grid - chunk),
        (Act::Write, 6),
        (Act::Update(Vec::new()), 6),
        (Act::Chunk, chunk),
    ];
    let weights = acts.each_ref().map(|(_, weight)| *weight);
    let [open, grid, read, write, update, chunk] = acts.map(|(act, _)| act);
    match tape.pick("act", &weights) {
        0 => open,
        1 => grid,
        2 => read,
        3 => write,
        4 => update,
        _ => chunk,
    }
}

fn presentation(tape: &mut Tape) -> Presentation {
    let number = u64::try_from(Presentation::ALL.len()).unwrap_or(1);
    let at = tape.drawn("presentation", number - 1, |rng| match rng.u8(..4) {
        0 => rng.u64(..number),
        _ => 0,
    });
    let at = usize::try_from(at).unwrap_or_default();
    Presentation::ALL[at]
}

/// Shapes of an array and of its chunks: small ones with every kind of border, and now and then one with many
/// elements in few chunks.
fn shapes(tape: &mut Tape, most_elements: u64) -> (Vec<u64>, Vec<u64>) {
    // Who asks for fewer elements wants only small ones.
    let may_be_large = most_elements >= Choices::MOST_ELEMENTS;
    let is_large = may_be_large && tape.is("large", 1, LARGE_EVERY);
    if tape.is("no dimensions", 1, 32) {
        return (Vec::new(), Vec::new());
    }
    let rank = |rng: &mut fastrand::Rng| match rng.u8(..31) {
        _ if is_large => rng.usize(1..=3),
        0..8 => 1,
        8..19 => 2,
        19..26 => 3,
        26..29 => 4,
        29 => 5,
        _ => MOST_DIMENSIONS,
    };
    let mut room = Room {
        is_large,
        elements: if is_large {
            LARGE * most_elements
        } else {
            most_elements
        },
        of_chunk: if is_large {
            2 * LARGE * most_elements
        } else {
            most_elements
        },
        chunks: MOST_CHUNKS,
    };
    let dimensions = tape.list(DIMENSION, 1, rank, |tape, _| room.dimension(tape));
    dimensions.into_iter().unzip()
}

/// What is left for further dimensions.
struct Room {
    is_large: bool,
    elements: u64,
    of_chunk: u64,
    chunks: u64,
}

impl Room {
    /// A length of the array, and that of a chunk.
    fn dimension(&mut self, tape: &mut Tape) -> (u64, u64) {
        let length = self.length(tape);
        // Not too many chunks.
        let fewest = length.div_ceil(self.chunks).max(1);
        let chunk = if tape.is("other chunk length", 3, 8) {
            1 + tape.drawn(
                "chunk length",
                self.of_chunk.saturating_sub(1),
                |rng| match rng.u8(..4) {
                    _ if self.is_large => length.div_ceil(2).saturating_sub(1),
                    0 => 0,
                    _ => rng.u64(..length.max(1)),
                },
            )
        } else {
            let longest = self.of_chunk.saturating_sub(length);
            length.max(1)
                + tape.length("beyond the array", longest, |rng| match rng.u8(..3) {
                    0 if self.is_large => 1,
                    0 => rng.u64(1..=3),
                    _ => 0,
                })
        };
        let chunk = chunk.min(self.of_chunk);
        let chunk = chunk.max(fewest);
        self.elements /= length.max(1);
        self.of_chunk /= chunk;
        self.chunks /= length.div_ceil(chunk).max(1);
        (length, chunk)
    }

    fn length(&self, tape: &mut Tape) -> u64 {
        if !self.is_large && tape.is("length 0", 1, 32) {
            return 0;
        }
        let most = if self.is_large {
            self.elements
        } else {
            self.elements.min(13)
        };
        let most = most.max(1);
        1 + tape.length("length", most - 1, |rng| match rng.u8(..6) {
            // One dimension of many elements and others of few, in any order.
            0..2 if self.is_large => rng.u64(..most.min(8)),
            _ if self.is_large => rng.u64(most / 4..most),
            0 => 0,
            _ => rng.u64(..most),
        })
    }
}

fn keys(tape: &mut Tape, choices: &Choices) -> Keys {
    let is_v2 = tape.is("v2", 1, 4);
    let separators = if is_v2 { ['.', '/'] } else { ['/', '.'] };
    let [default, other] = separators.map(Some);
    let separator = tape.one("separator", &[default, other, None]);
    Keys {
        is_v2,
        separator,
        spelling: if separator.is_none() {
            spelling(tape, choices.short_hands())
        } else {
            Spelling::Object
        },
    }
}

/// How an extension without parameters is spelled; as its name only where that is not open.
fn spelling(tape: &mut Tape, has_names: bool) -> Spelling {
    let weights = if has_names { [2, 1, 1] } else { [3, 1, 0] };
    [Spelling::Object, Spelling::Empty, Spelling::Name][tape.pick("spelling", &weights)]
}

/// A codec list for chunks of a data type and shape, at this depth in shards.
fn codecs(
    tape: &mut Tape,
    choices: &Choices,
    data_type: DataType,
    axes: &[Axis],
    depth: usize,
) -> Vec<Codec> {
    let mut axes = axes.to_vec();
    let mut codecs = Vec::new();
    if choices.has_codec("transpose") {
        codecs = tape.list("transpose", 0, number_of_codecs, |tape, _| {
            transpose(tape, &mut axes)
        });
    }
    let may_be_sharded = depth < DEEPEST && choices.has_codec("sharding_indexed");
    if may_be_sharded && tape.is("sharded", 1, 4) {
        codecs.push(tape.part("shard", |tape| {
            sharding(tape, choices, data_type, &axes, depth)
        }));
    } else {
        // Whether codecs within shards may be names only is open.
        let has_names = depth == 0 && choices.short_hands();
        codecs.push(tape.part("bytes", |tape| bytes(tape, data_type, has_names)));
    }
    let of_bytes = |tape: &mut Tape, _| of_bytes(tape, choices, data_type, depth);
    let others = tape.list("codec", 0, number_of_codecs, of_bytes);
    codecs.extend(others.into_iter().flatten());
    codecs
}

/// How many codecs of one kind a list has: three rarely.
fn number_of_codecs(rng: &mut fastrand::Rng) -> usize {
    match rng.u8(..32) {
        0..12 => 0,
        12..24 => 1,
        24..31 => 2,
        _ => 3,
    }
}

/// Any order, of which the axes are then: each has a rank, and those of equal rank stay in their order.
fn transpose(tape: &mut Tape, axes: &mut Vec<Axis>) -> Codec {
    let most = 4 * axes.len() as u64;
    let rank = |axis: &Axis| axis.choose(tape, |tape| tape.below("rank", most));
    let ranks: Vec<u64> = axes.iter().map(rank).collect();
    let mut order: Vec<usize> = (0..axes.len()).collect();
    order.sort_by_key(|at| ranks[*at]);
    *axes = order.iter().map(|&from| axes[from]).collect();
    Codec::Transpose { order }
}

fn bytes(tape: &mut Tape, data_type: DataType, has_names: bool) -> Codec {
    let is_needed = needs_endian(data_type);
    let is_free = data_type.size() == 1 && !matches!(data_type, DataType::Raw { .. });
    let has_endian = is_needed || (is_free && tape.is("endian where none is needed", 1, 2));
    Codec::Bytes {
        endian: has_endian.then(|| tape.one("endian", &[Endian::Little, Endian::Big])),
        spelling: spelling(tape, has_names),
    }
}

fn of_bytes(
    tape: &mut Tape,
    choices: &Choices,
    data_type: DataType,
    depth: usize,
) -> Option<Codec> {
    let codec = match tape.kind("codec", &[1, 1, 1, 1]) {
        0 => Codec::Gzip {
            // From 1 on, then 0.
            level: u8::try_from((tape.below("level", 10) + 1) % 10).unwrap_or(1),
        },
        1 if choices.edition >= Edition::V3_1 => {
            let level = i32::try_from(tape.below("level", 28)).unwrap_or(0);
            Codec::Zstd {
                // From 0 to 22, then from -1 to -5.
                level: if level > 22 { 22 - level } else { level },
                checksum: tape.one("checksum", &[None, Some(false), Some(true)]),
            }
        }
        2 => Codec::Blosc(blosc(tape, data_type)),
        _ => Codec::Crc32c {
            // Whether codecs within shards may be names only is open.
            short: depth == 0 && choices.short_hands() && tape.is("short", 1, 2),
        },
    };
    choices.has_codec(codec.name()).then_some(codec)
}

fn blosc(tape: &mut Tape, data_type: DataType) -> Blosc {
    let shuffle = tape.one("shuffle", &SHUFFLES);
    let size = u8::try_from(data_type.size()).unwrap_or(u8::MAX);
    let may_lack = u32::from(shuffle == "noshuffle");
    Blosc {
        cname: tape.one("cname", &COMPRESSORS),
        // From 5 to 9, then from 0 to 4.
        clevel: u8::try_from((tape.below("clevel", 10) + 5) % 10).unwrap_or(5),
        shuffle,
        typesize: match tape.pick("typesize", &[1, 5, 1, may_lack]) {
            0 => Some(1),
            1 => Some(size),
            2 => Some(1 + u8::try_from(tape.below("other typesize", 17)).unwrap_or(0)),
            _ => None,
        },
        blocksize: tape.one("blocksize", &[0, 16, 64, 256, 0]),
    }
}

fn sharding(
    tape: &mut Tape,
    choices: &Choices,
    data_type: DataType,
    axes: &[Axis],
    depth: usize,
) -> Codec {
    let inner = |axis: &Axis| {
        let length = axis.choose(tape, |tape| divisor(tape, axis.length));
        Axis { length, ..*axis }
    };
    let inner: Vec<Axis> = axes.iter().map(inner).collect();
    let inner_codecs = tape.part("codecs", |tape| {
        codecs(tape, choices, data_type, &inner, depth + 1)
    });
    let index_codecs = tape.part("index", |tape| {
        let mut codecs = Vec::new();
        if choices.has_codec("transpose") {
            let words = Axis {
                dimension: None,
                length: 2,
            };
            let mut axes = [axes, &[words]].concat();
            let one_in_six = |rng: &mut fastrand::Rng| usize::from(rng.u8(..6) == 0);
            codecs = tape.list("transpose", 0, one_in_six, |tape, _| {
                transpose(tape, &mut axes)
            });
        }
        codecs.push(bytes(tape, DataType::Uint64, false));
        if choices.has_codec("crc32c") && tape.is("checksum", 2, 3) {
            codecs.push(Codec::Crc32c { short: false });
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
