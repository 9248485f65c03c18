//! Any configuration.

use crate::case::codec::{Blosc, COMPRESSORS, Codec, SHUFFLES};
use crate::case::list::Place;
use crate::tape::Tape;

pub(super) fn choose(tape: &mut Tape, place: &mut Place<'_>) -> Codec {
    let shuffle = tape.one("shuffle", &SHUFFLES);
    let size = u8::try_from(place.data_type.size()).unwrap_or(u8::MAX);
    let may_lack = u32::from(shuffle == "noshuffle");
    Codec::Blosc(Blosc {
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
    })
}
