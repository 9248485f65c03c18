//! Fill values: what is permitted for each data type, and which element each denotes.
//!
//! Nothing is stored in the arrays of these facts, so that every element is the fill value.

mod complex;
mod float;
mod hexadecimal;
mod integer;
mod raw;
mod rounding;

use anyhow::ensure;
use zarr_conform_reference::{Literal, Reading};

use super::document::{Beside, Document, Taken, accepted_or_refused, little_endian};
use crate::fact::{Draft, meaning};
use crate::topic::Topic;

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![
        integer::boolean()?,
        integer::topic()?,
        float::topic()?,
        hexadecimal::topic()?,
        rounding::topic()?,
        complex::topic()?,
        raw::topic()?,
    ])
}

impl Draft<'_> {
    /// A valid fill value, and the bits that it denotes, worked out apart from the reference: the
    /// hexadecimal digits of the element (for complex numbers, of both components together).
    fn denotes(self, data_type: &str, fill_value: &str, digits: &[&str]) -> anyhow::Result<()> {
        let document = Document::of(data_type, fill_value).text();
        let expected: Vec<u8> = digits
            .iter()
            .map(|digits| little_endian(digits))
            .collect::<anyhow::Result<Vec<_>>>()?
            .concat();
        for edition in &self.editions {
            let array = Literal(*edition).array_metadata(document.as_bytes())?;
            let found = meaning(&array).fill_value.0;
            ensure!(
                *found == *expected,
                "{}: the reference takes {fill_value} for {found:x?}, expected {expected:x?}",
                self.id
            );
        }
        self.metadata(document)
    }
}

/// Last part of the name, value as it is spelled, readings and the plain values that they take it
/// for.
type NotJson<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

/// Spellings that are no JSON, which RFC 8259, section 9, lets parsers accept.
fn not_json(
    topic: &mut Topic,
    data_type: &str,
    requirements: &[&str],
    rows: &[NotJson],
) -> anyhow::Result<()> {
    for (name, fill_value, taken) in rows {
        let mut readings: Vec<Taken> = taken
            .iter()
            .map(|(reading, plain)| (*reading, Some(Document::of(data_type, plain))))
            .collect();
        readings.push(("the document is not JSON", None));
        topic
            .fact(
                format!("{data_type}-{name}"),
                requirements,
                "not JSON, but parsers may accept extensions of JSON",
            )
            .open_document(Document::of(data_type, fill_value).text(), &readings)?;
    }
    Ok(())
}

/// Fill values of a data type that no implementation may accept: last part of the name, value as
/// it is spelled, why.
fn refused(
    topic: &mut Topic,
    (data_type, twin): (&str, &str),
    requirements: &[&str],
    rows: &[(&str, &str, &str)],
) -> anyhow::Result<()> {
    let beside = Beside {
        twin,
        valid: Document::of(data_type, "0"),
        requirements,
    };
    for (name, fill_value, why) in rows {
        let document = Document::of(data_type, fill_value).text();
        let why = format!("the fill value of {data_type} is {fill_value}: {why}");
        beside.refused(topic, &format!("{data_type}-{name}"), document, &why)?;
    }
    Ok(())
}
