//! Any list of codecs.

use fastrand::Rng;
use zarr_conform_reference::DataType;

use super::choose::Choices;
use super::codec::Codec;
use crate::documents::scale_offset::Numbers;
use crate::documents::{Document, Form, of_form};
use crate::tape::Tape;

/// How deep shards are nested.
const DEEPEST: usize = 3;

/// The label of what is chosen of a dimension of the array.
pub(crate) const DIMENSION: &str = "dimension";

/// A length, and the dimension of the array that it is of; none of those that only the index of a shard has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    pub(crate) dimension: Option<u64>,
    pub(crate) length: u64,
}

impl Axis {
    pub(super) fn of((dimension, length): (u64, &u64)) -> Self {
        Self {
            dimension: Some(dimension),
            length: *length,
        }
    }

    pub(crate) fn choose<T>(self, tape: &mut Tape, make: impl FnOnce(&mut Tape) -> T) -> T {
        match self.dimension {
            Some(d) => tape.of(DIMENSION, d, make),
            None => tape.part("words", make),
        }
    }
}

/// Where codecs are chosen.
pub(crate) struct Place<'a> {
    pub(crate) choices: &'a Choices,
    pub(crate) data_type: DataType,
    /// Between which numbers the elements are; nothing where they may be any, which not every codec takes.
    pub(crate) numbers: Option<Numbers>,
    /// Of what the next codec from arrays is given.
    pub(crate) axes: Vec<Axis>,
    /// How deep the list stands in shards.
    pub(super) depth: usize,
}

impl<'a> Place<'a> {
    /// After a codec of the plainest list that yields bytes.
    pub(crate) fn of_bytes(choices: &'a Choices, data_type: DataType) -> Self {
        let (axes, depth) = (Vec::new(), 0);
        Self {
            choices,
            data_type,
            numbers: None,
            axes,
            depth,
        }
    }
}

impl Place<'_> {
    /// Whether extensions may be names only: within shards that is open.
    pub(crate) fn has_names(&self) -> bool {
        self.depth == 0 && self.choices.short_hands()
    }

    /// A list within the codec that is chosen.
    pub(crate) fn within(&self, axes: &[Axis]) -> Self {
        Self {
            axes: axes.to_vec(),
            depth: self.depth + 1,
            ..*self
        }
    }

    fn has(&self, document: &Document) -> bool {
        let takes_elements = !document.is_of_numbers || self.numbers.is_some();
        takes_elements
            && self.choices.edition >= document.since
            && self.choices.has_codec(document.name)
    }
}

/// A codec list: any codecs of arrays, one from array to bytes, and any of bytes.
pub(crate) fn codecs(tape: &mut Tape, mut place: Place<'_>) -> Vec<Codec> {
    let mut codecs = Vec::new();
    // Whether codecs that take an array and pass elements of different lengths on may do so is not said.
    let form = match place.data_type {
        DataType::VariableLength(it) => Form::VariableLength(it),
        _ => Form::ArrayToBytes,
    };
    let has_one_length = form == Form::ArrayToBytes;
    for document in of_form(Form::ArrayToArray) {
        if !has_one_length || !place.has(document) {
            continue;
        }
        codecs.extend(tape.list(document.name, 0, number_of_codecs, |tape, _| {
            (document.choose)(tape, &mut place)
        }));
    }
    // Each after the first may have lists within it.
    let may_be_nested = place.depth < DEEPEST && has_one_length;
    let mut nested = of_form(Form::ArrayToBytes).skip(1);
    let taken = nested.find(|it| may_be_nested && place.has(it) && tape.is(it.name, 1, 4));
    if let Some(document) = taken.or_else(|| of_form(form).next()) {
        codecs.push(tape.part("array to bytes", |tape| (document.choose)(tape, &mut place)));
    }
    let of_bytes: Vec<&Document> = of_form(Form::BytesToBytes).collect();
    let weights = vec![1; of_bytes.len()];
    let others = tape.list("codec", 0, number_of_codecs, |tape, _| {
        let document = of_bytes[tape.kind("codec", &weights)];
        let has = place.has(document);
        has.then(|| (document.choose)(tape, &mut place))
    });
    codecs.extend(others.into_iter().flatten());
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
