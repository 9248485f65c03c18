//! `complex{64,128}`, and `complex_` with the name of a floating point data type: two floating point numbers.
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

/// Requirements: `data-type.complex`, `complex-float.components`, `complex-float.alias`.
impl Family for Complex {
    /// An array of the real and the imaginary component.
    ///
    /// Requirements: `fill-value.complex`, `complex-float.fill-value`, `complex-float.alias`.
    fn fill_value(&self, value: &Json) -> Result<Element> {
        let format = Format::of_float(self.component);
        match value {
            Json::Array(components) if components.len() == 2 => Ok(Element::complex(
                float::bits(&components[0], format, self)?,
                float::bits(&components[1], format, self)?,
            )),
            _ => refused(value, self, "an array of two components"),
        }
    }

    fn written(&self, element: &Element) -> Value {
        let written = |bits: &u64| self.component.written(&Element::Bits(*bits));
        element.numbers().iter().map(written).collect()
    }

    fn format(&self) -> Option<Format> {
        self.component.format()
    }

    fn other_than_zero(&self) -> Value {
        let imaginary = match self.component {
            Float::FLOAT16 => 12.96875,
            Float::BFLOAT16 => 4_128_768.0,
            Float::FLOAT32 => 6_873_468.0,
            Float::FLOAT64 => 6_376_848_621_102_073.0,
            // Those of at most 8 bits.
            Float::FLOAT8_E8M0FNU => 0.5,
            _ => 1.5,
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
                Special::new(real.0, mistake, Element::complex(real.2, imaginary.2))
            })
            .collect()
    }

    fn stored_by(&self) -> &'static str {
        match (self.is_registered, self.is_alias()) {
            (false, _) => "bytes.complex",
            (true, true) => "complex-float.alias",
            (true, false) => "complex-float.bytes",
        }
    }

    fn denoted_by(&self, _spelling: &Value) -> &'static str {
        "fill-value.complex"
    }
}
