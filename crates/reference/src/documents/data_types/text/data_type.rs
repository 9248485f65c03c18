//! Core data types.
//!
//! - Specification: data types, [Core data types]; the sizes stand in the bytes codec's
//!   [Supported data types] and, for the draft, in core, "Core data types".
//! - Name in metadata: a string such as `"int16"`.
//!
//! ```
//! use zarr_conform_reference::DataType;
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! assert_eq!(DataType::from_identifier("complex128")?.size(), 16);
//! assert_eq!(DataType::from_identifier("r24")?, DataType::Raw { bits: 24 });
//! assert!(DataType::from_identifier("r7").is_err());
//! # Ok(())
//! # }
//! ```
//!
//! [Core data types]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#core-data-types
//! [Supported data types]: https://zarr-specs.readthedocs.io/en/latest/v3/codecs/bytes/index.html#format-and-algorithm

use std::fmt;

use crate::error::{Error, Result};
use zarr_conform_terms::data_type::{CORE_DATA_TYPES, CoreDataType};

/// A core data type; one variant per row of the specification's table, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DataType {
    /// Boolean
    Bool,
    /// Integer in `[-2^7, 2^7-1]`
    Int8,
    /// Integer in `[-2^15, 2^15-1]`
    Int16,
    /// Integer in `[-2^31, 2^31-1]`
    Int32,
    /// Integer in `[-2^63, 2^63-1]`
    Int64,
    /// Integer in `[0, 2^8-1]`
    Uint8,
    /// Integer in `[0, 2^16-1]`
    Uint16,
    /// Integer in `[0, 2^32-1]`
    Uint32,
    /// Integer in `[0, 2^64-1]`
    Uint64,
    /// IEEE 754 binary16
    Float16,
    /// IEEE 754 binary32
    Float32,
    /// IEEE 754 binary64
    Float64,
    /// Two IEEE 754 binary32
    Complex64,
    /// Two IEEE 754 binary64
    Complex128,
    /// `r*`: raw bits
    Raw {
        /// What stands for `*`; a multiple of 8, at least 8.
        bits: u32,
    },
}

impl DataType {
    /// Every data type of a fixed name, in the order of the table: all but `r*`.
    pub const NAMED: [Self; 14] = [
        Self::Bool,
        Self::Int8,
        Self::Int16,
        Self::Int32,
        Self::Int64,
        Self::Uint8,
        Self::Uint16,
        Self::Uint32,
        Self::Uint64,
        Self::Float16,
        Self::Float32,
        Self::Float64,
        Self::Complex64,
        Self::Complex128,
    ];

    /// The data type of an identifier.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where no core data type has that identifier.
    ///
    /// Requirements: `data-type.core-list`, `data-type.multiple-of-8`, `data-type.bool`,
    /// `data-type.integers`, `data-type.raw-supported`, `data-type.ascii-identifier`.
    pub fn from_identifier(identifier: &str) -> Result<Self> {
        let rows = CORE_DATA_TYPES.iter().zip(Self::NAMED);
        for (row, named) in rows {
            if row.identifier == identifier {
                return Ok(named);
            }
        }
        let unknown = || {
            Error::Unsupported(format!(
                "{identifier:?} is not the identifier of a core data type"
            ))
        };
        let digits = identifier.strip_prefix('r').ok_or_else(unknown)?;
        if digits.is_empty()
            || digits.starts_with('0')
            || !digits.bytes().all(|b| b.is_ascii_digit())
        {
            return Err(unknown());
        }
        let bits: u32 = digits.parse().map_err(|_| unknown())?;
        if bits % 8 != 0 {
            return Err(Error::Metadata(format!(
                "data type {identifier:?}: {bits} bits are not a multiple of 8"
            )));
        }
        Ok(Self::Raw { bits })
    }

    /// Length of one element in bytes.
    ///
    /// Requirements: `data-type.fixed-size`, `bytes.bool`, `bytes.integers`, `bytes.floats`,
    /// `bytes.complex`, `bytes.raw`.
    pub fn size(self) -> usize {
        match (self, self.row()) {
            (Self::Raw { bits }, _) => bits as usize / 8,
            (_, row) => row.map_or(0, |row| row.layout.bytes()),
        }
    }

    /// Whether the specification marks the data type as optional: `float16` and `r*`.
    ///
    /// Requirements: `data-type.float16`, `data-type.raw`.
    pub fn is_optional(self) -> bool {
        self.row().is_none_or(|row| row.is_optional)
    }

    /// The row of the table, which [`DataType::NAMED`] has in the same order; nothing for `r*`.
    fn row(self) -> Option<&'static CoreDataType> {
        let at = Self::NAMED.iter().position(|named| *named == self)?;
        CORE_DATA_TYPES.get(at)
    }
}

/// The identifier, as in metadata.
impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.row()) {
            (Self::Raw { bits }, _) => write!(f, "r{bits}"),
            (_, row) => f.write_str(row.map_or("", |row| row.identifier)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rstest::rstest]
    #[case::first(DataType::Bool, "bool", 1)]
    #[case::integer(DataType::Int64, "int64", 8)]
    #[case::unsigned(DataType::Uint16, "uint16", 2)]
    #[case::float(DataType::Float16, "float16", 2)]
    #[case::last(DataType::Complex128, "complex128", 16)]
    fn variants_stand_in_the_order_of_the_table(
        #[case] data_type: DataType,
        #[case] identifier: &str,
        #[case] size: usize,
    ) {
        assert_eq!(data_type.to_string(), identifier);
        assert_eq!(format!("{data_type:?}").to_lowercase(), identifier);
        assert_eq!(data_type.size(), size);
        for named in DataType::NAMED {
            assert_eq!(format!("{named:?}").to_lowercase(), named.to_string());
        }
    }

    #[test]
    fn identifiers_are_read_back() {
        let raw = [8, 16, 24, 1 << 20].map(|bits| DataType::Raw { bits });
        for data_type in DataType::NAMED.into_iter().chain(raw) {
            assert_eq!(
                DataType::from_identifier(&data_type.to_string()),
                Ok(data_type)
            );
        }
    }

    #[rstest::rstest]
    #[case::no_such_width("int24")]
    #[case::capital("Int16")]
    #[case::numpy("<i2")]
    #[case::empty("")]
    #[case::raw_without_bits("r")]
    #[case::raw_of_0_bits("r0")]
    #[case::leading_zero("r08")]
    #[case::no_multiple_of_8("r7")]
    #[case::minus("r-8")]
    #[case::plus("r+8")]
    #[case::beyond_32_bits("r99999999999")]
    #[case::white_space(" int16")]
    fn other_identifiers_are_refused(#[case] identifier: &str) {
        assert!(DataType::from_identifier(identifier).is_err());
    }
}
