//! `r*`: raw bits.
//!
//! - Specification: data types, [Core data types].
//! - Fill values: `[1, 255]`.
//! - Layout: the bytes as they are.
//!
//! [Core data types]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#core-data-types

use serde_json::{Value, json};

use super::data_type::{Family, RawBits, Special};
use super::fill_value::refused;
use super::integer::integer;
use crate::element::Element;
use crate::error::Result;
use crate::json::Json;

fn size(raw_bits: RawBits) -> usize {
    raw_bits.bits as usize / 8
}

/// Requirement: `data-type.raw`.
impl Family for RawBits {
    /// An array of integers in `[0, 255]`, one for each byte. The text asks for as many integers as
    /// `r<N>` has bits, which no element has bytes for: an erratum.
    ///
    /// Requirement: `fill-value.raw`.
    fn fill_value(&self, value: &Json) -> Result<Element> {
        let byte = |it: &Json| integer(it).and_then(|it| u8::try_from(it).ok());
        let bytes: Option<Vec<u8>> = match value {
            Json::Array(integers) => integers.iter().map(byte).collect(),
            _ => None,
        };
        match bytes {
            Some(bytes) if bytes.len() == size(*self) => Ok(Element::Raw(bytes)),
            _ => {
                let expected = format!("an array of {} integers from 0 to 255", size(*self));
                refused(value, self, &expected)
            }
        }
    }

    fn written(&self, element: &Element) -> Value {
        match element {
            Element::Raw(raw) => json!(raw),
            _ => Value::Null,
        }
    }

    /// Bytes that all differ, up to 16.
    fn other_than_zero(&self) -> Value {
        let bytes = (0..16).map(|i| 0xf1 - 13 * i).cycle();
        bytes.take(size(*self)).collect()
    }

    fn special(&self) -> Vec<Special> {
        let all = |byte| Element::Raw(vec![byte; size(*self)]);
        vec![
            Special::new("zero", "changes bits that are 0", all(0)),
            Special::new("ones", "changes bits that are 1", all(0xff)),
        ]
    }

    fn stored_by(&self) -> &'static str {
        "bytes.raw"
    }

    fn denoted_by(&self, _spelling: &Value) -> &'static str {
        "fill-value.raw"
    }
}
