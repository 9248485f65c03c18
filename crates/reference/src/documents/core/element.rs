//! Elements as bit patterns, so that NaN payloads and negative zero survive.
//!
//! - Specification: data types, [Core data types]; core, [Concepts and terminology], *Element*.
//!
//! [Core data types]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#core-data-types
//! [Concepts and terminology]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#concepts-and-terminology

use zarr_conform_terms::ElementLayout;

use crate::data_type::DataType;

/// One element of an array, of the data type that stands beside it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Element {
    /// Booleans (0 or 1), integers (two's complement) and floating point numbers (IEEE 754): the
    /// lowest `8 * size` bits; the others are 0.
    Bits(u64),
    /// Elements of several numbers, in order: of complex numbers the bits of the real and of the imaginary component.
    Numbers(Vec<u64>),
    /// Raw bits: the bytes in order.
    Raw(Vec<u8>),
}

impl Element {
    /// The element of a data type of which every bit is 0: `false`, `0`, `0.0`, or bytes of 0.
    pub fn zero(data_type: DataType) -> Self {
        match data_type.layout() {
            Some(layout) => Self::of_bytes(layout, &vec![0; layout.bytes()], |_| 0),
            None => Self::Raw(Vec::new()),
        }
    }

    /// The element of these bytes, of which `number` gives the number that is in the bytes of one part. Bits that the data
    /// type does not use are ignored.
    pub fn of_bytes(layout: ElementLayout, bytes: &[u8], number: impl Fn(&[u8]) -> u64) -> Self {
        match (layout.number, layout.components) {
            (false, _) => Self::Raw(bytes.to_vec()),
            (true, 1) => Self::Bits(layout.used(number(bytes))),
            (true, _) => {
                let parts = bytes.chunks(layout.component_bytes);
                Self::Numbers(parts.map(|it| layout.used(number(it))).collect())
            }
        }
    }

    /// The element of these numbers, one or several.
    pub fn of_numbers(numbers: Vec<u64>) -> Self {
        match *numbers {
            [number] => Self::Bits(number),
            _ => Self::Numbers(numbers),
        }
    }

    /// The complex number of these components.
    pub fn complex(real: u64, imaginary: u64) -> Self {
        Self::Numbers(vec![real, imaginary])
    }

    /// The numbers of the element; raw bits are none.
    pub fn numbers(&self) -> &[u64] {
        match self {
            Self::Bits(bits) => std::slice::from_ref(bits),
            Self::Numbers(numbers) => numbers,
            Self::Raw(_) => &[],
        }
    }

    /// The element with each of its numbers changed; raw bits are none.
    #[must_use]
    pub fn with_numbers(&self, change: impl Fn(u64) -> u64) -> Self {
        match self {
            Self::Bits(bits) => Self::Bits(change(*bits)),
            Self::Numbers(numbers) => Self::Numbers(numbers.iter().map(|it| change(*it)).collect()),
            Self::Raw(raw) => Self::Raw(raw.clone()),
        }
    }
}
