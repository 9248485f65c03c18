//! `complex{64,128}`: two floating point numbers.
//!
//! - Specification: data types, [Core data types].
//! - Fill values: `[1, 2.5]`, `["-Infinity", "NaN"]`.
//! - Layout: the real component, then the imaginary one, each as a number of `float`.
//!
//! [Core data types]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#core-data-types

use serde_json::{Value, json};

use super::data_type::{Complex, Family, Float, Special};
use super::fill_value::refused;
use super::float::{self, Format};
use crate::element::Element;
use crate::error::Result;
use crate::json::Json;

/// Requirement: `data-type.complex`.
impl Family for Complex {
    /// An array of the real and the imaginary component.
    ///
    /// Requirement: `fill-value.complex`.
    fn fill_value(&self, value: &Json) -> Result<Element> {
        match value {
            Json::Array(components) if components.len() == 2 => Ok(Element::Complex {
                real: float::bits(&components[0], self.component, self)?,
                imaginary: float::bits(&components[1], self.component, self)?,
            }),
            _ => refused(value, self, "an array of two components"),
        }
    }

    fn written(&self, element: &Element) -> Value {
        let written = |bits: &u64| self.component.written(&Element::Bits(*bits));
        match element {
            Element::Complex { real, imaginary } => json!([written(real), written(imaginary)]),
            _ => Value::Null,
        }
    }

    fn format(&self) -> Option<Format> {
        self.component.format()
    }

    fn other_than_zero(&self) -> Value {
        let imaginary = match self.component {
            Float::FLOAT32 => 6_873_468.0,
            _ => 6_376_848_621_102_073.0,
        };
        json!([self.component.other_than_zero(), imaginary])
    }

    /// Each special floating point value as a real component, with another one as the imaginary one.
    fn special(&self) -> Vec<Special> {
        let floats = float::special_bits(self.component);
        let imaginary = floats.iter().cycle().skip(3);
        let pairs = floats.iter().zip(imaginary);
        pairs
            .map(|(real, imaginary)| {
                let mistake = format!(
                    "{} in a real component, or {} in an imaginary one,",
                    real.1, imaginary.1
                );
                let element = Element::Complex {
                    real: real.2,
                    imaginary: imaginary.2,
                };
                Special::new(real.0, mistake, element)
            })
            .collect()
    }

    fn stored_by(&self) -> &'static str {
        "bytes.complex"
    }

    fn denoted_by(&self, _spelling: &Value) -> &'static str {
        "fill-value.complex"
    }
}
