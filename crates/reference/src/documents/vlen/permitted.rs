//! Permitted readings of elements of different numbers of bytes.

use super::text::{elements, number};
use crate::chunk_array::{ChunkArray, number_of_elements};
use crate::misreading::CURRENT;
use crate::permitted::{Permitted, Tendency};
use crate::steps::Replacement;
use crate::vlen;

pub(super) const LIST: &[Permitted] = &[
    Permitted {
        name: "vlen-count-not-compared",
        open: "vlen-count-unlike-shape",
        does: "takes the number of elements from the shape of the chunk, and not from its encoding",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::vlen_decode(|_, bytes, data_type, shape| {
            let (count, rest) = number(bytes)?;
            let Some(expected) = number_of_elements(shape).filter(|it| *it != u64::from(count))
            else {
                return vlen::decode(bytes, data_type, shape);
            };
            let (elements, _) = elements(rest, expected)?;
            ChunkArray::new(data_type, shape.to_vec(), elements)
        })],
    },
    Permitted {
        name: "vlen-bytes-after-the-last-ignored",
        open: "chunk-too-long",
        does: "ignores bytes after the last element of a chunk of strings or byte strings",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::vlen_decode(|_, bytes, data_type, shape| {
            let (count, rest) = number(bytes)?;
            let (elements, _) = elements(rest, u64::from(count))?;
            ChunkArray::new(data_type, shape.to_vec(), elements)
        })],
    },
];
