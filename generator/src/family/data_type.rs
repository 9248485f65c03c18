//! Identifiers of data types.

use zarr_conform_vectors::Level;

use super::document::{Beside, Document, accepted_or_refused};
use crate::topic::{ACCEPTED, Topic};

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    let mut topic = Topic::new(
        "data-types/identifiers",
        ACCEPTED,
        "Every identifier of the core list, and strings that can be no identifiers of extensions either: capitals, \
         spaces, the names of version 2.",
    );
    listed(&mut topic)?;
    not_listed(&mut topic)?;
    raw(&mut topic)?;
    Ok(vec![topic])
}

fn listed(topic: &mut Topic) -> anyhow::Result<()> {
    for (data_type, requirement, fill_value) in [
        ("bool", "data-type.bool", "true"),
        ("int8", "data-type.integers", "1"),
        ("int16", "data-type.integers", "1"),
        ("int32", "data-type.integers", "1"),
        ("int64", "data-type.integers", "1"),
        ("uint8", "data-type.integers", "1"),
        ("uint16", "data-type.integers", "1"),
        ("uint32", "data-type.integers", "1"),
        ("uint64", "data-type.integers", "1"),
        ("float16", "data-type.float16", "1"),
        ("float32", "data-type.floats", "1"),
        ("float64", "data-type.floats", "1"),
        ("complex64", "data-type.complex", "[1, 0]"),
        ("complex128", "data-type.complex", "[1, 0]"),
    ] {
        let level = match data_type {
            "float16" => Level::May,
            _ => Level::Should,
        };
        topic
            .fact(
                data_type,
                &[
                    "data-type.identifier",
                    "data-type.ascii-identifier",
                    "data-type.core-list",
                    requirement,
                ],
                format!("does not know {data_type}, or takes it for another data type"),
            )
            .level(level)
            .metadata(Document::of(data_type, fill_value).text())?;
    }
    Ok(())
}

/// Strings that are no names as extensions may have them, and a name that nobody has.
fn not_listed(topic: &mut Topic) -> anyhow::Result<()> {
    for (name, identifier, twin, why) in [
        ("empty", "", "int16", "the empty string is no identifier"),
        (
            "capital",
            "Int16",
            "int16",
            "upper-case letters are other letters",
        ),
        (
            "upper-case",
            "INT16",
            "int16",
            "upper-case letters are other letters",
        ),
        (
            "leading-space",
            " int16",
            "int16",
            "a space is no part of an identifier",
        ),
        (
            "trailing-space",
            "int16 ",
            "int16",
            "a space is no part of an identifier",
        ),
        (
            "version-2-little",
            "<i2",
            "int16",
            "byte orders and kinds were the form of version 2",
        ),
        (
            "version-2-big",
            ">i2",
            "int16",
            "byte orders and kinds were the form of version 2",
        ),
        (
            "version-2-float",
            "<f8",
            "float64",
            "byte orders and kinds were the form of version 2",
        ),
        (
            "version-2-one-byte",
            "|u1",
            "uint8",
            "byte orders and kinds were the form of version 2",
        ),
        (
            "version-2-bool",
            "|b1",
            "bool",
            "byte orders and kinds were the form of version 2",
        ),
        (
            "unknown",
            "zarr-conform-unknown",
            "int16",
            "no such data type is known",
        ),
    ] {
        // The fill value stays permitted where the name is taken for the twin's.
        let fill_value = match twin {
            "bool" => "true",
            "complex64" => "[1, 0]",
            _ => "1",
        };
        Beside {
            twin,
            valid: Document::of(twin, fill_value),
            requirements: &["data-type.identifier", "array-metadata.data-type-string"],
        }
        .refused_values(
            topic,
            "data_type",
            &[(&format!("not-{name}"), &format!("{identifier:?}"), why)],
        )?;
    }
    Ok(())
}

/// Numbers of bits that are multiples of 8, and not as examples show them.
fn numbers_of_raw(topic: &mut Topic) -> anyhow::Result<()> {
    for (identifier, plain) in [("r08", "r8"), ("r016", "r16")] {
        let fill_value = match plain {
            "r8" => "[7]",
            _ => "[1, 2]",
        };
        topic
            .fact(
                identifier,
                &["data-type.raw", "data-type.multiple-of-8"],
                "whether the number of bits may begin with zeros is not said",
            )
            .open_document(
                Document::of(identifier, fill_value).text(),
                &accepted_or_refused(
                    "zeros before a number mean nothing",
                    &Document::of(plain, fill_value),
                    "a number of bits does not begin with 0",
                ),
            )?;
    }
    Ok(())
}

/// Raw bits, which are optional.
fn raw(topic: &mut Topic) -> anyhow::Result<()> {
    let eight = Document::of("r8", "[0]");
    topic
        .fact(
            "r8",
            &["data-type.raw", "data-type.raw-supported"],
            "whether a fill value has an integer for each byte or for each bit is contradictory",
        )
        .open_document(
            eight.text(),
            &accepted_or_refused(
                "there is an integer for each byte",
                &eight,
                "there is an integer for each bit",
            ),
        )?;
    numbers_of_raw(topic)?;
    let beside = Beside {
        twin: "r8",
        valid: eight,
        requirements: &["data-type.raw", "data-type.multiple-of-8"],
    };
    for (name, identifier, why) in [
        ("r7", "r7", "7 bits are no whole number of bytes"),
        ("r12", "r12", "12 bits are no whole number of bytes"),
        ("r1", "r1", "1 bit is no whole number of bytes"),
        ("r-star", "r*", "the star stands for a number"),
        ("r-space", "r 8", "a space is no part of an identifier"),
        ("r-capital", "R8", "the letter is lower-case"),
    ] {
        beside.refused_values(
            topic,
            "data_type",
            &[(&format!("not-{name}"), &format!("{identifier:?}"), why)],
        )?;
    }
    Ok(())
}
