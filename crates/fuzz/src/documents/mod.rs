//! What is random of each document, one folder for each codec:
//!
//! | file | what |
//! |---|---|
//! | `valid` | any valid configuration |
//! | `invalid` | mistakes in a configuration and in encoded bytes |
//! | `writer` | encodings by other writers, where a codec leaves the choice to them |
//!
//! `vlen` is what the documents of two codecs have in common, and `data_types` chooses data types. What uses them knows no document by name.

pub mod blosc;
pub mod bytes;
pub mod crc32c;
pub mod data_types;
pub mod gzip;
pub mod scale_offset;
pub mod sharding_indexed;
pub mod transpose;
mod vlen;
pub mod vlen_bytes;
pub mod vlen_utf8;
pub mod zstd;

use std::sync::Arc;

use zarr_conform_reference::DataType;
use zarr_conform_reference::data_type::VariableLength;
use zarr_conform_terms::Edition;

use crate::case::choose::Choices;
use crate::case::codec::Codec;
use crate::case::list::Place;
use crate::invalid::Rule;
use crate::tape::Tape;
use crate::writer::Encoder;

/// The documents: the simplest of each form first.
pub(crate) static DOCUMENTS: [&Document; 10] = [
    &transpose::DOCUMENT,
    &scale_offset::DOCUMENT,
    &bytes::DOCUMENT,
    &sharding_indexed::DOCUMENT,
    &gzip::DOCUMENT,
    &zstd::DOCUMENT,
    &blosc::DOCUMENT,
    &crc32c::DOCUMENT,
    &vlen_utf8::DOCUMENT,
    &vlen_bytes::DOCUMENT,
];

/// What is random of a codec.
pub(crate) struct Document {
    /// The name in metadata.
    pub(crate) name: &'static str,
    /// What it takes and yields.
    pub(crate) form: Form,
    /// The edition from which on it can be in a list.
    pub(crate) since: Edition,
    /// Whether it takes only elements that are numbers of which results are exact.
    pub(crate) is_of_numbers: bool,
    /// Any valid configuration.
    pub(crate) choose: fn(&mut Tape, &mut Place<'_>) -> Codec,
    /// Kinds of mistakes.
    pub(crate) invalid: &'static [Rule],
    /// Another writer, where the codec leaves it a choice.
    pub(crate) writer: Option<MakeWriter>,
    /// What a case with it has beyond the plainest, in words, where it stands so deep in shards.
    pub(crate) words: fn(&Codec, usize) -> Vec<String>,
    /// The requirements that a case with it tests.
    pub(crate) requirements: fn(&Codec) -> &'static [&'static str],
    /// Whether the text only recommends to have it.
    pub(crate) is_recommended: fn(&Codec) -> bool,
    /// Where mistakes make no difference: requirements whose ids begin so say nothing then.
    pub(crate) idle: Option<(&'static str, Idle)>,
}

/// What is the same to every reader, whatever it makes of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Idle {
    /// The order of elements, where there is only one.
    OneElement,
    /// The order of bytes, where elements have one.
    OneByte,
}

impl Document {
    /// What most documents say where they say nothing else.
    const PLAIN: Self = Self {
        name: "",
        form: Form::BytesToBytes,
        since: Edition::V3_0,
        is_of_numbers: false,
        choose: |_, _| Codec::bytes(None),
        invalid: &[],
        writer: None,
        words: |codec, _| vec![codec.name().to_owned()],
        requirements: |_| &[],
        is_recommended: |_| false,
        idle: None,
    };
}

/// Makes another writer of a codec.
type MakeWriter = fn(&mut Tape, &Codec) -> Option<Arc<dyn Encoder>>;

/// What a codec takes and yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    ArrayToArray,
    ArrayToBytes,
    /// From an array whose elements have different numbers of bytes, of this data type.
    VariableLength(VariableLength),
    BytesToBytes,
}

/// The documents of codecs of a form.
pub(crate) fn of_form(form: Form) -> impl Iterator<Item = &'static Document> {
    DOCUMENTS.into_iter().filter(move |it| it.form == form)
}

/// Any codec of bytes that leaves a choice to its writers, for elements of a data type.
pub fn any_free(tape: &mut Tape, data_type: DataType) -> Codec {
    let choices = Choices::all(Edition::default());
    let free: Vec<_> = of_form(Form::BytesToBytes)
        .filter(|it| it.writer.is_some())
        .collect();
    let document = tape.one("codec", &free);
    (document.choose)(tape, &mut Place::of_bytes(&choices, data_type))
}

/// The document of the codec of this name.
pub(crate) fn named(name: &str) -> Option<&'static Document> {
    DOCUMENTS.into_iter().find(|it| it.name == name)
}
