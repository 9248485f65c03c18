//! Elements as bit patterns, so that NaN payloads and negative zero survive.
//!
//! - Specification: data types, [Core data types]; core, [Concepts and terminology], *Element*.
//!
//! [Core data types]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#core-data-types
//! [Concepts and terminology]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#concepts-and-terminology

use crate::data_type::DataType;

/// One element of an array, of the data type that stands beside it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Element {
    /// Booleans (0 or 1), integers (two's complement) and floating point numbers (IEEE 754): the
    /// lowest `8 * size` bits; the others are 0.
    Bits(u64),
    /// Complex numbers: the bits of the two IEEE 754 components.
    Complex {
        /// Bits of the real component.
        real: u64,
        /// Bits of the imaginary component.
        imaginary: u64,
    },
    /// Raw bits: the bytes in order.
    Raw(Vec<u8>),
}

impl Element {
    /// The element of a data type of which every bit is 0: `false`, `0`, `0.0`, or bytes of 0.
    pub fn zero(data_type: DataType) -> Self {
        match data_type {
            DataType::Raw { .. } => Self::Raw(vec![0; data_type.size()]),
            DataType::Complex64 | DataType::Complex128 => Self::Complex {
                real: 0,
                imaginary: 0,
            },
            _ => Self::Bits(0),
        }
    }
}
