//! Judging what an implementation answered.

use serde_json::Value;
use zarr_conform_protocol::{Encoded, GridAnswer, Read};
use zarr_conform_terms::{DataType, DataTypeValue, HexBytes, HexElements};

use super::bytes::Bytes;
use super::difference;
use super::evidence::{Evidence, Held, Objection, first, parse};
use super::verdict::{Failure, FailureKind};
use crate::check::{ArrayType, Elements, ExpectedRead};
use crate::tell::text::{counted, lengthy, shortened, spelled_elements};

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
    let given = found.given();
    match (expected, given, &found.regions) {
        (ExpectedRead::Whole(elements), Some(given), None) => given.hold(elements, &[ok], evidence),
        (ExpectedRead::Regions(parts), None, Some(found)) if parts.len() == found.len() => {
            let mut pairs = parts.iter().zip(found);
            pairs.try_for_each(|(part, found)| same_elements(part, found))
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
    match (found.given(), found.regions.as_deref()) {
        (Some(given), None) => given.hold(expected, &[ok], evidence),
        (None, Some([elements])) => same_elements(expected, elements),
        _ => Err(malformed_read("elements or one region", ok)),
    }
}

/// The elements of an answer: in the answer itself, or in a file.
pub(super) struct GivenElements {
    pub(super) here: Option<HexElements>,
    pub(super) file: Option<String>,
}

trait Given {
    /// The elements that `read` gave, apart from regions; nothing where it gave none.
    fn given(&mut self) -> Option<GivenElements>;
}

impl Given for Read {
    fn given(&mut self) -> Option<GivenElements> {
        let (here, file) = (self.elements.take(), self.elements_file.take());
        (here.is_some() || file.is_some()).then_some(GivenElements { here, file })
    }
}

impl GivenElements {
    /// They are those that are expected.
    pub(super) fn hold(self, expected: &Elements, ok: &[&Value], evidence: &Evidence<'_>) -> Held {
        match (&expected.bytes, self.here, self.file) {
            (_, Some(here), None) => same_elements(expected, &here),
            (HexElements::Fixed(bytes), here, file) => {
                let here = here.as_ref().and_then(HexElements::fixed).cloned();
                let found = Bytes::of(here, file, ok, evidence)?;
                found.compare(&bytes.0, |found| {
                    difference::fixed(expected, &bytes.0, found)
                })
            }
            (HexElements::Variable(_), ..) => {
                let found = ok.first().map_or_else(String::new, |ok| shortened(ok));
                Err(wrong_form(expected, found).into())
            }
        }
    }
}

/// Elements in the form of their data type are those that are expected.
fn same_elements(expected: &Elements, found: &HexElements) -> Held {
    if expected.bytes.fixed().is_some() == found.fixed().is_some() {
        return Ok(difference::elements(expected, found)?);
    }
    Err(wrong_form(expected, spelled_elements(found)).into())
}

/// A list of elements in place of one string, or the reverse.
fn wrong_form(expected: &Elements, found: String) -> Failure {
    let form = match expected.bytes {
        HexElements::Fixed(_) => "one string of digits",
        HexElements::Variable(_) => "a list with a string of digits an element",
    };
    let expected = format!("{}: {form}, for {}", expected.name, expected.of.data_type);
    Failure::new(FailureKind::Protocol, expected, found)
}

impl Bytes {
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
