//! Any case, by a tape on which 0 is the simplest choice at each place. What the text leaves open is never chosen:
//! each choice here is one that every reading takes the same way.

use zarr_conform_protocol::{Unsupported, offers};
use zarr_conform_reference::DataType;
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Presentation;

use super::codec::{self, Codec, Spelling};
use super::list::{Axis, DIMENSION, Place, codecs};
use super::part::{Region, Write};
use super::shape::shapes;
use super::value::{self, FillValue};
use super::{Act, Case, Keys};
use crate::documents::data_types;
use crate::documents::scale_offset::Numbers;
use crate::tape::Tape;
use crate::writer::Writer;

/// What cases are made of.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The edition whose forms are used.
    pub edition: Edition,
    /// What the implementation says it lacks, and so is not asked.
    pub unsupported: Unsupported,
    /// Operations that are offered, and optional members of requests.
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
        Self {
            edition,
            unsupported: Unsupported::default(),
            ops: offers().map(str::to_owned).collect(),
            most_elements: Self::MOST_ELEMENTS,
        }
    }

    /// Whether the codec may be in a list.
    pub(crate) fn has_codec(&self, name: &str) -> bool {
        !self.unsupported.codecs.iter().any(|it| it == name)
    }

    /// Whether the edition has the data type, and nothing says that it is not supported.
    fn has_data_type(&self, data_type: DataType) -> bool {
        if !data_type.editions().contains(&self.edition) {
            return false;
        }
        let name = data_type.name();
        if data_type.layout().is_none() && !self.has_codec(codec::plainest(data_type).name()) {
            return false;
        }
        let lacks = |it: &String| *it == name || (it == "r*" && data_type.is_raw());
        !self.unsupported.data_types.iter().any(lacks)
    }

    pub(crate) fn offers(&self, operation: &str) -> bool {
        self.ops.iter().any(|it| it == operation)
    }

    pub(super) fn short_hands(&self) -> bool {
        self.edition >= Edition::V3_1
    }
}

impl Case {
    /// The case that a tape chooses of these choices.
    pub fn random(tape: &mut Tape, choices: &Choices) -> Self {
        let (shape, chunk_shape) = shapes(tape, choices.most_elements);
        let data_type = data_types::data_type(tape, |it| choices.has_data_type(it));
        // Most elements have no exact result by scale_offset.
        let is_scaled = Numbers::of(data_type).is_some() && tape.is("small numbers", 1, 8);
        let place = Place {
            choices,
            data_type,
            numbers: Numbers::of(data_type).filter(|_| is_scaled),
            axes: (0..).zip(&chunk_shape).map(Axis::of).collect(),
            depth: 0,
        };
        let codecs = tape.part("codecs", |tape| codecs(tape, place));
        let numbers = numbers(data_type, &codecs);
        let mut case = Self {
            data_type,
            shape,
            chunk_shape,
            codecs,
            fill_value: tape.part("fill value", |tape| match numbers {
                Some(numbers) => FillValue::small(tape, data_type, numbers),
                None => FillValue::random(tape, data_type, choices.edition),
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
        let fill_value = &self.fill_value.element;
        let elements = match numbers(self.data_type, &self.codecs) {
            Some(numbers) => {
                value::small_elements(tape, self.data_type, fill_value, number, numbers)
            }
            None => value::elements(tape, self.data_type, fill_value, number),
        };
        Write { region, elements }
    }
}

/// Which numbers the elements are, where a codec does not take any.
fn numbers(data_type: DataType, codecs: &[Codec]) -> Option<Numbers> {
    let mut codecs = codec::all(codecs).into_iter();
    let is_scaled = codecs.any(|(_, it)| it.document().is_some_and(|it| it.is_of_numbers));
    Numbers::of(data_type).filter(|_| is_scaled)
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

pub(crate) fn keys(tape: &mut Tape, choices: &Choices) -> Keys {
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
pub(crate) fn spelling(tape: &mut Tape, has_names: bool) -> Spelling {
    let weights = if has_names { [2, 1, 1] } else { [3, 1, 0] };
    [Spelling::Object, Spelling::Empty, Spelling::Name][tape.pick("spelling", &weights)]
}
