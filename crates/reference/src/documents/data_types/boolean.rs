//! `bool`: false or true.
//!
//! - Specification: data types, [Core data types].
//! - Fill values: `false` and `true`.
//! - Layout: one byte, `00` or `01`.
//!
//! [Core data types]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#core-data-types

use serde_json::{Value, json};

use super::data_type::{Boolean, Family, Special};
use super::fill_value::refused;
use crate::element::Element;
use crate::error::Result;
use crate::json::Json;

/// Requirement: `data-type.bool`.
impl Family for Boolean {
    /// A JSON boolean.
    ///
    /// Requirement: `fill-value.bool`.
    fn fill_value(&self, value: &Json) -> Result<Element> {
        match value {
            Json::Bool(value) => Ok(Element::Bits(u64::from(*value))),
            _ => refused(value, self, "true or false"),
        }
    }

    fn written(&self, element: &Element) -> Value {
        json!(*element != Element::Bits(0))
    }

    fn other_than_zero(&self) -> Value {
        json!(true)
    }

    fn special(&self) -> Vec<Special> {
        [("false", "00"), ("true", "01")]
            .into_iter()
            .zip(0..)
            .map(|((name, byte), bits)| {
                let mistake = format!("reads or writes {name} as another byte than {byte}");
                Special::new(name, mistake, Element::Bits(bits))
            })
            .collect()
    }

    fn stored_by(&self) -> &'static str {
        "bytes.bool"
    }

    fn denoted_by(&self, _spelling: &Value) -> &'static str {
        "fill-value.bool"
    }
}
