//! Regular grids whose numbers do not fit into 32 bits, a float, or 64 signed bits.

use zarr_conform_vectors::Level;

use super::regular_grid::{Case, table};
use crate::topic::{ACCEPTED, Topic};

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![large()?, beyond_2_53()?])
}

fn large() -> anyhow::Result<Topic> {
    let topic = Topic::new(
        "regular-grid/large",
        ACCEPTED,
        "Lengths up to 2^53-1, the largest that JSON implementations agree on: 32-bit integers, signed or not, and \
         single precision lose them.",
    );
    let cases: &[Case] = &[
        (
            "below-2-31",
            &[0x7fff_ffff],
            &[2],
            "length + chunk length - 1 is too large for 32 signed bits",
        ),
        (
            "2-31-in-ones",
            &[0x8000_0001],
            &[1],
            "more than 2^31 chunks",
        ),
        (
            "below-2-32",
            &[0xffff_ffff],
            &[2],
            "length + chunk length - 1 is too large for 32 bits",
        ),
        (
            "2-32",
            &[0x1_0000_0000],
            &[0x1_0000],
            "a length of 2^32 is 0 in 32 bits",
        ),
        (
            "2-32-and-one",
            &[0x1_0000_0001],
            &[3],
            "coordinates beyond 2^32 with a remainder",
        ),
        (
            "2-32-in-ones",
            &[0x1_0000_0001],
            &[1],
            "more than 2^32 chunks",
        ),
        (
            "chunk-of-2-31",
            &[0x1_0000_0003],
            &[0x8000_0000],
            "a chunk length of 2^31 is negative in 32 signed bits",
        ),
        (
            "chunk-of-2-32",
            &[0x3_0000_0001],
            &[0x1_0000_0000],
            "a chunk length of 2^32 is 0 in 32 bits",
        ),
        (
            "chunk-of-2-32-and-one",
            &[10_000_000_000],
            &[4_294_967_297],
            "a chunk length of 2^32+1 is 1 in 32 bits",
        ),
        (
            "beyond-single-precision",
            &[16_777_217],
            &[2],
            "2^24+1 is no single precision number, so the last chunk is lost",
        ),
        (
            "origin-beyond-2-32",
            &[5_000_000_000, 7],
            &[65_537, 2],
            "index times chunk length passes 2^32 although neither does",
        ),
        (
            "count-beyond-2-64",
            &[0x100_0000_0000, 0x100_0000_0001],
            &[0x10_0000, 3],
            "the array has more than 2^64 elements, though each length is below 2^41",
        ),
        (
            "2-53-less-one",
            &[9_007_199_254_740_991],
            &[4096],
            "2^53-1 elements: the last chunk lacks one",
        ),
        (
            "2-53-less-one-in-threes",
            &[9_007_199_254_740_991],
            &[3],
            "2^53-1 = 3 * 3002399751580330 + 1",
        ),
        (
            "2-53-less-one-in-ones",
            &[9_007_199_254_740_991],
            &[1],
            "2^53-1 chunks",
        ),
        (
            "2-53-less-one-whole",
            &[9_007_199_254_740_991],
            &[9_007_199_254_740_991],
            "one chunk of 2^53-1 elements",
        ),
        (
            "2-53-less-one-and-small",
            &[3, 9_007_199_254_740_991, 5],
            &[2, 9_007_199_254_740_990, 2],
            "a long dimension between short ones: its second chunk has one element inside the array",
        ),
    ];
    table(topic, Level::Must, cases)
}

fn beyond_2_53() -> anyhow::Result<Topic> {
    let topic = Topic::new(
        "regular-grid/beyond-2-53",
        ACCEPTED,
        "Lengths that JSON can write but that no double precision number holds: the specification sets no limit, and \
         no implementation has to go there.",
    );
    let cases: &[Case] = &[
        (
            "2-53-and-one",
            &[9_007_199_254_740_993],
            &[2],
            "2^53+1 is no double precision number, so the last chunk is lost",
        ),
        (
            "2-53-and-one-in-ones",
            &[9_007_199_254_740_993],
            &[1],
            "2^53+1 chunks",
        ),
        (
            "quotient-rounds-to-whole",
            &[9_007_199_254_741_001],
            &[1000],
            "a remainder of 1, which a division in double precision loses",
        ),
        (
            "2-63",
            &[0x8000_0000_0000_0000],
            &[0x1_0000_0000],
            "2^63 is negative in 64 signed bits",
        ),
        (
            "2-63-less-one",
            &[0x7fff_ffff_ffff_ffff],
            &[2],
            "length + chunk length - 1 is too large for 64 signed bits",
        ),
        (
            "2-63-and-one",
            &[0x8000_0000_0000_0001],
            &[0x8000_0000_0000_0000],
            "the second chunk begins at 2^63",
        ),
        (
            "2-64-less-one-in-ones",
            &[0xffff_ffff_ffff_ffff],
            &[1],
            "2^64-1 chunks",
        ),
        (
            "2-64-less-one-in-twos",
            &[0xffff_ffff_ffff_ffff],
            &[2],
            "length + chunk length - 1 is too large for 64 bits",
        ),
        (
            "2-64-less-one-whole",
            &[0xffff_ffff_ffff_ffff],
            &[0xffff_ffff_ffff_ffff],
            "one chunk as long as the array: length + chunk length - 1 is too large for 64 bits",
        ),
        (
            "2-64-less-one-in-two",
            &[0xffff_ffff_ffff_ffff],
            &[0xffff_ffff_ffff_fffe],
            "the second chunk has one element inside the array, and its end is beyond 2^64",
        ),
        (
            "chunk-of-2-64-less-one",
            &[5],
            &[0xffff_ffff_ffff_ffff],
            "a short array in a chunk of the greatest length",
        ),
    ];
    table(topic, Level::May, cases)
}
