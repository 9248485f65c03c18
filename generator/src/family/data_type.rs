//! Identifiers of data types.

use zarr_conform::vector::Level;

use super::document::{Beside, Document};
use crate::topic::{ACCEPTED, Topic};

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    let mut topic = Topic::new(
        "data-types/identifiers",
        ACCEPTED,
        "Every identifier of the core list, and strings that are not quite identifiers: other cases, other spellings, \
         the names that version 2 and programming languages use.",
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
            _ => Level::Must,
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
            "underscore",
            "int_16",
            "int16",
            "an underscore is no part of the identifier",
        ),
        (
            "leading-zero",
            "int016",
            "int16",
            "a leading zero is no part of the identifier",
        ),
        (
            "no-width",
            "int",
            "int16",
            "an integer has its width in its name",
        ),
        (
            "unsigned-no-width",
            "uint",
            "uint16",
            "an integer has its width in its name",
        ),
        (
            "float-no-width",
            "float",
            "float32",
            "a floating point number has its width in its name",
        ),
        (
            "complex-no-width",
            "complex",
            "complex64",
            "a complex number has its width in its name",
        ),
        (
            "int24",
            "int24",
            "int32",
            "there is no integer of that width",
        ),
        (
            "uint7",
            "uint7",
            "uint8",
            "there is no integer of that width",
        ),
        ("boolean", "boolean", "bool", "the identifier is bool"),
        (
            "short",
            "short",
            "int16",
            "names of the language C are no identifiers",
        ),
        (
            "double",
            "double",
            "float64",
            "names of the language C are no identifiers",
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
            "kind-and-bytes",
            "i2",
            "int16",
            "a kind and a number of bytes are no identifier",
        ),
        (
            "rust",
            "i16",
            "int16",
            "names of programming languages are no identifiers",
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

/// Raw bits, which are optional.
fn raw(topic: &mut Topic) -> anyhow::Result<()> {
    let eight = Document::of("r8", "[0]");
    topic
        .fact(
            "r8",
            &["data-type.raw", "data-type.raw-supported"],
            "does not know raw bits, or wants a fill value with an integer for each bit",
        )
        .level(Level::May)
        .metadata(eight.text())?;
    let beside = Beside {
        twin: "r8",
        valid: eight,
        requirements: &["data-type.raw", "data-type.multiple-of-8"],
    };
    for (name, identifier, why) in [
        ("r7", "r7", "7 bits are no whole number of bytes"),
        ("r12", "r12", "12 bits are no whole number of bytes"),
        ("r1", "r1", "1 bit is no whole number of bytes"),
        ("r", "r", "raw bits have their number in their name"),
        ("r-star", "r*", "the star stands for a number"),
        (
            "r-negative",
            "r-8",
            "no data type has a negative number of bits",
        ),
        (
            "r-fraction",
            "r8.0",
            "the number of bits is written in digits",
        ),
        ("r-space", "r 8", "a space is no part of an identifier"),
        ("r-capital", "R8", "the letter is lower-case"),
        ("raw8", "raw8", "the identifier is r and a number"),
        ("r-hexadecimal", "r0x8", "the number of bits is decimal"),
    ] {
        beside.refused_values(
            topic,
            "data_type",
            &[(&format!("not-{name}"), &format!("{identifier:?}"), why)],
        )?;
    }
    Ok(())
}
