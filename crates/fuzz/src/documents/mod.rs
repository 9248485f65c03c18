//! What is random of each codec, one folder a document:
//!
//! | file | what |
//! |---|---|
//! | `valid` | any valid configuration |
//! | `invalid` | mistakes in a configuration and in encoded bytes |
//! | `writer` | encodings by other writers, where a codec leaves the choice to them |
//!
//! What uses them knows no document by name.

pub mod blosc;
pub mod bytes;
pub mod crc32c;
pub mod gzip;
pub mod sharding_indexed;
pub mod transpose;
pub mod zstd;

use std::sync::Arc;

use zarr_conform_terms::Edition;

use crate::case::codec::Codec;
use crate::case::list::Place;
use crate::invalid::Rule;
use crate::tape::Tape;
use crate::writer::Encoder;

/// The documents: the simplest of each form first.
pub(crate) static DOCUMENTS: [&Document; 7] = [
    &transpose::DOCUMENT,
    &bytes::DOCUMENT,
    &sharding_indexed::DOCUMENT,
    &gzip::DOCUMENT,
    &zstd::DOCUMENT,
    &blosc::DOCUMENT,
    &crc32c::DOCUMENT,
];

/// What is random of a codec.
pub(crate) struct Document {
    /// The name in metadata.
    pub(crate) name: &'static str,
    /// What it takes and yields.
    pub(crate) form: Form,
    /// The edition from which on it can be in a list.
    pub(crate) since: Edition,
    /// Any valid configuration.
    pub(crate) choose: fn(&mut Tape, &mut Place<'_>) -> Codec,
    /// Kinds of mistakes.
    pub(crate) invalid: &'static [Rule],
    /// Another writer, where the codec leaves it a choice.
    pub(crate) writer: Option<MakeWriter>,
}

/// Makes another writer of a codec.
type MakeWriter = fn(&mut Tape, &Codec) -> Option<Arc<dyn Encoder>>;

/// What a codec takes and yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    ArrayToArray,
    ArrayToBytes,
    BytesToBytes,
}

/// The documents of codecs of a form.
pub(crate) fn of_form(form: Form) -> impl Iterator<Item = &'static Document> {
    DOCUMENTS.into_iter().filter(move |it| it.form == form)
}

/// The document of the codec of this name.
pub(crate) fn named(name: &str) -> Option<&'static Document> {
    DOCUMENTS.into_iter().find(|it| it.name == name)
}
