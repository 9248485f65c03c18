//! What random cases are made of: every kind comes up among few thousand.

use std::collections::BTreeSet;

use zarr_conform_fuzz::case::Case;
use zarr_conform_fuzz::case::codec::{self, Codec, Spelling};
use zarr_conform_fuzz::{AnyCase, Choices, Made};
use zarr_conform_reference::Element;
use zarr_conform_reference::float::Format;
use zarr_conform_terms::Edition;

const CASES: u64 = 10_000;

/// Kinds of cases that are rare, or that a fixed choice would never make.
fn kinds(case: &Case) -> BTreeSet<&'static str> {
    let mut kinds = BTreeSet::new();
    let mut add = |is_so: bool, kind: &'static str| {
        if is_so {
            kinds.insert(kind);
        }
    };
    let stored = case.stored.iter().map(|it| it.elements.len());
    let bytes = stored.max().unwrap_or(0) * case.data_type.size();
    add(bytes > 32 << 10, "more than 32 KiB");
    add(bytes > 64 << 10, "more than 64 KiB");
    add(bytes > 128 << 10, "more than 128 KiB");
    let is_transpose = |it: &&Codec| matches!(it, Codec::Transpose { .. });
    let transposes = case.codecs.iter().filter(is_transpose).count();
    add(transposes >= 3, "three transposes");
    for (depth, it) in codec::all(&case.codecs) {
        match it {
            Codec::Sharding(it) => {
                add(depth >= 2, "three levels of shards");
                add(it.at_start.is_none(), "no index_location");
            }
            Codec::OfBytes {
                name: "blosc",
                entry,
            } => {
                add(
                    entry["configuration"].get("typesize").is_none(),
                    "no typesize",
                );
            }
            Codec::OfBytes {
                name: "zstd",
                entry,
            } => {
                add(
                    entry["configuration"].get("checksum").is_none(),
                    "no checksum",
                );
            }
            Codec::Bytes {
                endian, spelling, ..
            } if endian.is_none() => match spelling {
                Spelling::Object => add(true, "bytes without configuration"),
                Spelling::Empty => add(true, "bytes with an empty configuration"),
                Spelling::Name => add(depth == 0, "bytes as a name"),
            },
            _ => {}
        }
    }
    if case.keys.separator.is_none() {
        let kind = match case.keys.spelling {
            Spelling::Object => "keys without configuration",
            Spelling::Empty => "keys with an empty configuration",
            Spelling::Name => "keys as a name",
        };
        add(true, kind);
    }
    if let Some(format) = Format::of(case.data_type) {
        let signals = |it: &Element| it.numbers().iter().any(|it| is_signalling(format, *it));
        let mut elements = case.stored.iter().flat_map(|it| &it.elements);
        add(elements.any(signals), "signalling NaNs");
        add(signals(&case.fill_value.element), "signalling fill values");
    }
    kinds
}

/// The exponent is all ones, and of the fraction the first bit is 0 and another is 1.
fn is_signalling(format: Format, bits: u64) -> bool {
    let quiet = 1 << format.mantissa_bits >> 1;
    format.infinity().is_some() && format.is_nan(bits) && bits & quiet == 0
}

#[test]
fn every_kind_comes_up() {
    let choices = Choices::all(Edition::V3_1);
    let mut seen = BTreeSet::new();
    let mut large = 0;
    for number in 0..CASES {
        if let Made::Valid(case) = AnyCase::nth(1, number, &choices).made {
            large += u64::from(case.elements() > Choices::MOST_ELEMENTS);
            seen.extend(kinds(&case));
        }
    }
    let expected = BTreeSet::from([
        "more than 32 KiB",
        "more than 64 KiB",
        "more than 128 KiB",
        "three transposes",
        "three levels of shards",
        "no index_location",
        "no typesize",
        "no checksum",
        "bytes without configuration",
        "bytes with an empty configuration",
        "bytes as a name",
        "keys without configuration",
        "keys with an empty configuration",
        "keys as a name",
        "signalling NaNs",
        "signalling fill values",
    ]);
    assert_eq!(seen, expected);
    // Grids have lengths of any number of bits. Large cases are slow, and so they are rare.
    assert!(large < CASES / 30, "{large}");
}
