//! Wrong readings of the scale_offset codec: the fill value on its way through a codec list.

use crate::array_metadata::ArrayMetadata;
use crate::codecs::{Chain, Codec, Kind, Representation};
use crate::misreading::{BOTH, CURRENT, Misreading, STORES};
use crate::steps::{Replacement, Steps};
use crate::{ChunkArray, Element, Error, Result, scale_offset, storage};

/// What the codecs from arrays to arrays undo, of a chunk of nothing but one element.
fn undone(steps: &Steps, chain: &Chain, element: &Element) -> Result<ChunkArray> {
    let is_of_arrays = |codec: &&Codec| codec.kind() == Kind::ArrayToArray;
    let number = chain.codecs.iter().take_while(is_of_arrays).count();
    let Representation::Array {
        data_type, shape, ..
    } = &chain.representations[number]
    else {
        return Err(Error::Bug("codecs of arrays yield arrays".to_owned()));
    };
    let mut array = ChunkArray::filled(*data_type, shape.clone(), element)?;
    for at in (0..number).rev() {
        if let Representation::Array {
            data_type, shape, ..
        } = &chain.representations[at]
        {
            array = steps.array_to_array_decode(&chain.codecs[at], &array, *data_type, shape)?;
        }
    }
    Ok(array)
}

fn has_scale_offset(array: &ArrayMetadata) -> bool {
    let mut codecs = array.codec_list().iter();
    codecs.any(|codec| matches!(codec, Codec::ScaleOffset(_)))
}

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "fill-value-not-encoded",
        when: "the fill value passes through scale_offset unchanged, so that empty inner chunks of a shard behind it \
               have other elements",
        requirements: &[
            "scale-offset.fill-value",
            "scale-offset.fill-value-propagated",
            "scale-offset.fill-value-aligned",
            "scale-offset.not-representable",
        ],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_fill_value(
            |_, _, _, fill_value| Ok(fill_value.clone()),
        )],
    },
    Misreading {
        name: "fill-value-decoded",
        when: "the fill value is decoded, and not encoded, where it passes through scale_offset",
        requirements: &[
            "scale-offset.fill-value",
            "scale-offset.fill-value-propagated",
        ],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_fill_value(
            |steps, codec, data_type, fill_value| {
                let decoded = steps.scale_offset_decode(codec, data_type, fill_value);
                decoded.or_else(|_| scale_offset::fill_value(steps, codec, data_type, fill_value))
            },
        )],
    },
    Misreading {
        name: "fill-value-only-shifted",
        when: "the fill value is not multiplied by the scale where it passes through scale_offset",
        requirements: &[
            "scale-offset.fill-value",
            "scale-offset.fill-value-propagated",
        ],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_fill_value(
            |steps, codec, data_type, fill_value| {
                let codec = scale_offset::ScaleOffset {
                    scale: None,
                    ..codec.clone()
                };
                scale_offset::fill_value(steps, &codec, data_type, fill_value)
            },
        )],
    },
    Misreading {
        name: "missing-chunks-through-scale-offset",
        when: "a missing chunk is one whose encoded elements are the fill value of the array",
        requirements: &[
            "storage.missing-chunk-is-fill-value",
            "scale-offset.fill-value",
        ],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::read_chunk(
            |steps, store, array, chunk_index| {
                let key = array.chunk_key(steps, chunk_index);
                if store.get(&key)?.is_some() || !has_scale_offset(array) {
                    return storage::read_chunk(steps, store, array, chunk_index);
                }
                undone(steps, array.chain(chunk_index)?, &array.fill_value)
            },
        )],
    },
];
