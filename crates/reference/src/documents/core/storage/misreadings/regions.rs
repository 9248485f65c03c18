//! Wrong readings of regions that are a part of an array: where one starts, and how the chunks are decoded of
//! which it needs a part.

use crate::array_metadata::ArrayMetadata;
use crate::codecs::is_compressor;
use crate::documents::transpose::misreadings::{decoded_by, inverse};
use crate::misreading::{ACCEPTED, Misreading, STORES};
use crate::steps::{Replacement, Steps};
use crate::storage;

/// The coordinates, with 0 from the fifth dimension on.
fn of_four_dimensions(start: &[u64]) -> Vec<u64> {
    let coordinates = start.iter().enumerate();
    coordinates
        .map(|(d, at)| if d < 4 { *at } else { 0 })
        .collect()
}

/// The steps by which a chunk is decoded where a region of this shape needs a part of it: an order is applied
/// inverted where chunks are compressed.
fn of_parts(steps: &Steps, array: &ArrayMetadata, shape: &[u64]) -> Steps {
    let literal = Steps::literal(steps.edition());
    let is_compressed = array.codec_list().iter().any(is_compressor);
    if *shape == *array.shape || !is_compressed {
        return literal;
    }
    literal.with(&[Replacement::transpose_decode(
        |_, array, decoded_shape, order| decoded_by(array, decoded_shape, &inverse(order)),
    )])
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "region-start-of-four-dimensions",
        when: "a region is read from the origin of each dimension after the fourth",
        requirements: &[
            "regular-grid.element-chunk",
            "regular-grid.element-position",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::read_region(
            |steps, store, array, start, shape| {
                storage::read_region(steps, store, array, &of_four_dimensions(start), shape)
            },
        )],
    },
    Misreading {
        name: "written-start-of-four-dimensions",
        when: "a region is written from the origin of each dimension after the fourth",
        requirements: &[
            "regular-grid.element-chunk",
            "regular-grid.element-position",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_region(
            |steps, store, array, start, region| {
                storage::write_region(steps, store, array, &of_four_dimensions(start), region)
            },
        )],
    },
    Misreading {
        name: "parts-of-compressed-chunks-inverted",
        when: "order is applied inverted where a part of a chunk is read that is transposed and compressed",
        requirements: &["codecs.decoding-procedure", "transpose.encoded-elements"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::read_region(
            |steps, store, array, start, shape| {
                let steps = of_parts(steps, array, shape);
                storage::read_region(&steps, store, array, start, shape)
            },
        )],
    },
    Misreading {
        name: "updates-of-compressed-chunks-inverted",
        when: "order is applied inverted where a part of a chunk is kept that is transposed and compressed",
        requirements: &["codecs.decoding-procedure", "transpose.encoded-elements"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_region(
            |steps, store, array, start, region| {
                let steps = of_parts(steps, array, &region.shape);
                storage::write_region(&steps, store, array, start, region)
            },
        )],
    },
    Misreading {
        name: "raw-bits-from-even-elements",
        when: "a region of raw bits with an odd number of bytes starts at an even element",
        requirements: &["data-type.raw"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::read_region(
            |steps, store, array, start, shape| {
                let mut start = start.to_vec();
                if let Some(last) = start.last_mut()
                    && array.data_type.is_raw()
                    && array.data_type.size() % 2 == 1
                {
                    *last &= !1;
                }
                storage::read_region(steps, store, array, &start, shape)
            },
        )],
    },
];
