//! Any order of bytes.

use zarr_conform_reference::DataType;
use zarr_conform_terms::ElementLayout;

use crate::case::choose::spelling;
use crate::case::codec::{Codec, Endian};
use crate::case::list::Place;
use crate::tape::Tape;

pub(super) fn choose(tape: &mut Tape, place: &mut Place<'_>) -> Codec {
    endian(tape, place.data_type, place.has_names())
}

/// For elements of a data type; as its name only where that is not open.
pub(in super::super) fn endian(tape: &mut Tape, data_type: DataType, has_names: bool) -> Codec {
    // Whether elements of two numbers of a byte need it is open, and what it means for raw bits.
    let has_endian = !data_type.is_raw()
        && (data_type.size() > 1 || tape.is("endian where none is needed", 1, 2));
    Codec::Bytes {
        endian: has_endian.then(|| tape.one("endian", &[Endian::Little, Endian::Big])),
        spelling: spelling(tape, has_names),
        has_unused_bits: data_type
            .layout()
            .is_some_and(ElementLayout::has_unused_bits),
    }
}

/// Little endian is the plainest.
pub(super) fn words(codec: &Codec, _: usize) -> Vec<String> {
    match codec {
        Codec::Bytes {
            endian: Some(Endian::Big),
            ..
        } => vec!["big endian".to_owned()],
        _ => Vec::new(),
    }
}
