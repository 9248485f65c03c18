//! Large lengths, and spellings of integers.

use zarr_conform_vectors::Level;

use super::{Beside, Document, accepted_or_refused, regular};
use crate::topic::{ACCEPTED, Topic};

pub(super) fn topic() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/array-metadata-numbers",
        ACCEPTED,
        "Lengths beyond 32 and beyond 53 bits, and integers that are not spelled as digits alone.",
    );
    large(&mut topic)?;
    spelled(&mut topic)?;
    Ok(topic)
}

/// RFC 8259 promises that integers up to 2^53-1 mean the same to everyone, and implementations may
/// still limit how many elements they count; what lies beyond is permitted, and no implementation
/// has to have it.
fn large(topic: &mut Topic) -> anyhow::Result<()> {
    for (name, shape, chunk_shape, level) in [
        ("2-to-31", "[2147483648]", "[1000]", Level::Must),
        ("2-to-32", "[4294967296]", "[1000]", Level::Must),
        ("2-to-32-plus-3", "[4294967299]", "[1000]", Level::Must),
        (
            "2-to-53-minus-1",
            "[9007199254740991]",
            "[1000]",
            Level::Should,
        ),
        ("2-to-53-plus-1", "[9007199254740993]", "[1000]", Level::May),
        (
            "2-to-63-minus-1",
            "[9223372036854775807]",
            "[1000]",
            Level::May,
        ),
        ("2-to-63", "[9223372036854775808]", "[1000]", Level::May),
        (
            "2-to-64-minus-1",
            "[18446744073709551615]",
            "[1000]",
            Level::May,
        ),
        (
            "product-2-to-62",
            "[2147483648, 2147483648]",
            "[10, 10]",
            Level::Should,
        ),
        (
            "product-2-to-80",
            "[1099511627776, 1099511627776]",
            "[10, 10]",
            Level::May,
        ),
    ] {
        let document = Document::of("int8", "7")
            .with("shape", shape)
            .with("chunk_grid", &regular(chunk_shape));
        topic
            .fact(
                format!("shape-{name}"),
                &["array-metadata.shape", "array-metadata.dimension-lengths"],
                format!("cannot hold the lengths {shape} exactly"),
            )
            .level(level)
            .metadata(document.text())?;
    }
    Ok(())
}

/// The same integer in other spellings: of the same value, but with a fraction, an exponent or a
/// sign. The text says "integer" and refers to JSON, which knows numbers only.
fn spelled(topic: &mut Topic) -> anyhow::Result<()> {
    let valid = Document::new();
    topic
        .fact("digits", &["array-metadata.json"], "refuses plain integers")
        .metadata(valid.text())?;
    let spellings = [
        ("fraction", "2.0", "3.0"),
        (
            "long-fraction",
            "2.000000000000000000000",
            "3.000000000000000000000",
        ),
        ("exponent", "2e0", "3e0"),
        ("capital-exponent", "2E0", "3E0"),
        ("positive-exponent", "0.2e+1", "0.3e+1"),
        ("negative-exponent", "20e-1", "30e-1"),
    ];
    for (name, two, three) in spellings {
        let documents = [
            (
                "zarr-format",
                "array-metadata.zarr-format",
                valid.with("zarr_format", three),
            ),
            (
                "shape",
                "array-metadata.shape",
                valid.with("shape", &format!("[{two}, {three}]")),
            ),
            (
                "chunk-shape",
                "regular-grid.chunk-shape",
                valid.with("chunk_grid", &regular(&format!("[{two}, {two}]"))),
            ),
        ];
        for (member, requirement, document) in documents {
            topic
                .fact(
                    format!("{member}-{name}"),
                    &[requirement],
                    format!("whether {three} is an integer is not said"),
                )
                .open_document(
                    document.text(),
                    &accepted_or_refused(
                        "a number without a fractional part is an integer, however it is spelled",
                        &valid,
                        "an integer is spelled without fraction and exponent",
                    ),
                )?;
        }
    }
    minus_zero(topic)?;
    almost_integers(topic, valid)
}

fn minus_zero(topic: &mut Topic) -> anyhow::Result<()> {
    let empty = Document::new().with("shape", "[2, 0]");
    topic
        .fact(
            "shape-minus-zero",
            &["array-metadata.shape"],
            "whether -0 is a length is not said",
        )
        .open_document(
            empty.with("shape", "[2, -0]").text(),
            &accepted_or_refused("-0 is the integer 0", &empty, "a length has no sign"),
        )
}

/// A number so near to an integer that a binary64 cannot tell it from one, and one that no type holds.
fn almost_integers(topic: &mut Topic, valid: Document) -> anyhow::Result<()> {
    topic
        .fact(
            "shape-almost-integer",
            &["array-metadata.shape", "array-metadata.json"],
            "RFC 8259 lets implementations take numbers for the nearest binary64, which is an integer here",
        )
        .open_document(
            valid
                .with("shape", "[2, 3.00000000000000000000000000001]")
                .text(),
            &accepted_or_refused(
                "a number is no more exact than a binary64, and that is an integer",
                &valid,
                "the number is no integer",
            ),
        )?;
    let beside = Beside {
        twin: "digits",
        valid,
        requirements: &["array-metadata.shape"],
    };
    beside.refused_values(
        topic,
        "shape",
        &[(
            "fraction-by-exponent",
            "[2, 35e-1]",
            "the second length is no integer",
        )],
    )
}
