//! Judging what an implementation answered.

use serde_json::Value;
use zarr_conform_protocol::{Encoded, GridAnswer, Read};
use zarr_conform_terms::{DataType, DataTypeValue, HexBytes};

use super::bytes::Bytes;
use super::difference;
use super::evidence::{Evidence, Held, Objection, first, parse};
use super::verdict::{Failure, FailureKind};
use crate::check::{ArrayType, Elements, ExpectedRead};
use crate::tell::text::{counted, lengthy, shortened};

pub(super) fn encoded_length(length: u64, ok: &[&Value], evidence: &Evidence<'_>) -> Held {
    let found: Encoded = first(ok)?;
    let found = Bytes::of(found.encoded, found.encoded_file, ok, evidence)?.all(length)?;
    if found.len() as u64 == length {
        return Ok(());
    }
    let failure = Failure::new(
        FailureKind::WrongData,
        format!("an encoded chunk of {}", counted(length, "byte")),
        lengthy(&found),
    );
    Err(failure.into())
}

pub(super) fn grid_holds(expected: &GridAnswer, found: &GridAnswer) -> Held {
    same("the grid shape", &expected.grid_shape, &found.grid_shape)?;
    same(
        "the number of elements",
        &expected.elements.len(),
        &found.elements.len(),
    )?;
    for (at, (expected, found)) in expected.elements.iter().zip(&found.elements).enumerate() {
        same(
            &format!("the chunk of element {at}"),
            &expected.chunk,
            &found.chunk,
        )?;
        same(
            &format!("the position in its chunk of element {at}"),
            &expected.within,
            &found.within,
        )?;
    }
    same(
        "the number of chunks",
        &expected.chunks.len(),
        &found.chunks.len(),
    )?;
    for (at, (expected, found)) in expected.chunks.iter().zip(&found.chunks).enumerate() {
        same(
            &format!("the origin of chunk {at}"),
            &expected.origin,
            &found.origin,
        )?;
        same(
            &format!("the keys of chunk {at}"),
            &expected.keys,
            &found.keys,
        )?;
    }
    Ok(())
}

pub(super) fn same<T: PartialEq + std::fmt::Debug>(name: &str, expected: &T, found: &T) -> Held {
    if expected == found {
        return Ok(());
    }
    let expected = format!("{name}: {expected:?}");
    Err(Failure::new(FailureKind::WrongData, expected, format!("{found:?}")).into())
}

pub(super) fn array_type(expected: &ArrayType, data_type: &DataTypeValue, shape: &[u64]) -> Held {
    if expected.data_type.agrees_with(data_type) && expected.shape == shape {
        return Ok(());
    }
    // Libraries have names of their own, which an adapter translates.
    let words = if data_type.parse::<DataType>().is_ok() {
        String::new()
    } else {
        format!("; there is no data type {:?}", &**data_type)
    };
    let failure = Failure::new(
        FailureKind::WrongMetadata,
        format!("{} of shape {:?}", expected.data_type, expected.shape),
        format!("{data_type} of shape {shape:?}{words}"),
    );
    Err(failure.into())
}

pub(super) fn read(
    array: &ArrayType,
    expected: &ExpectedRead,
    ok: &Value,
    evidence: &Evidence<'_>,
) -> Held {
    let mut found: Read = parse(ok)?;
    // `open` tells data type and shape; of `read`, they are judged where they are given.
    array_type(
        array,
        found.data_type.as_ref().unwrap_or(&array.data_type),
        found.shape.as_deref().unwrap_or(&array.shape),
    )?;
    let elements = Bytes::of_read(&mut found, ok, evidence)?;
    match (expected, elements, &found.regions) {
        (ExpectedRead::Whole(elements), Some(found), None) => found
            .compare(&elements.bytes.0, |found| {
                difference::elements(elements, found)
            }),
        (ExpectedRead::Regions(parts), None, Some(found)) if parts.len() == found.len() => {
            for (part, found) in parts.iter().zip(found) {
                difference::elements(part, &found.0)?;
            }
            Ok(())
        }
        (ExpectedRead::Whole(_), ..) => Err(malformed_read("elements and no regions", ok)),
        (ExpectedRead::Regions(parts), ..) => Err(malformed_read(
            &format!("{} regions and no elements", parts.len()),
            ok,
        )),
    }
}

/// What was read back after writing, whole or one region.
pub(crate) fn read_back(expected: &Elements, ok: &Value, evidence: &Evidence<'_>) -> Held {
    let mut found: Read = parse(ok)?;
    let elements = Bytes::of_read(&mut found, ok, evidence)?;
    match (elements, found.regions.as_deref()) {
        (Some(elements), None) => elements.compare(&expected.bytes.0, |elements| {
            difference::elements(expected, elements)
        }),
        (None, Some([elements])) => Ok(difference::elements(expected, &elements.0)?),
        _ => Err(malformed_read("elements or one region", ok)),
    }
}

impl Bytes {
    /// The elements that `read` gave, apart from regions; nothing where it gave none.
    fn of_read(
        found: &mut Read,
        ok: &Value,
        evidence: &Evidence<'_>,
    ) -> Result<Option<Self>, Failure> {
        match (found.elements.take(), found.elements_file.take()) {
            (None, None) => Ok(None),
            (here, file) => Self::of(here, file, &[ok], evidence).map(Some),
        }
    }

    /// The bytes of a member, or of the file in its place.
    pub(super) fn of(
        here: Option<HexBytes>,
        file: Option<String>,
        ok: &[&Value],
        evidence: &Evidence<'_>,
    ) -> Result<Self, Failure> {
        match (here, file) {
            (Some(bytes), None) => Ok(Self::Here(bytes.0)),
            (None, Some(file)) => Self::in_file(&file, evidence.answer_files),
            _ => Err(Failure::new(
                FailureKind::Protocol,
                "the bytes, or a file that holds them, and not both",
                ok.first().map_or_else(String::new, |ok| shortened(ok)),
            )),
        }
    }
}

fn malformed_read(expected: &str, ok: &Value) -> Objection {
    Failure::new(FailureKind::Protocol, expected, shortened(ok)).into()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::of_numpy(">i4", "found >i4 of shape [2]; there is no data type \">i4\"")]
    #[case::another("int16", "found int16 of shape [2]")]
    fn names_of_other_systems_are_told_from_other_data_types(
        #[case] data_type: &str,
        #[case] expected: &str,
    ) {
        let asked = ArrayType {
            data_type: "int32".into(),
            shape: vec![2],
        };
        let Err(Objection::Failed(failure)) = array_type(&asked, &data_type.into(), &[2]) else {
            panic!("{data_type} is not int32");
        };
        assert_eq!(format!("found {}", failure.found), expected);
    }
}
