//! Data types of the core, and of the registry of extensions.
//!
//! - Specification: data types, [Core data types]; the sizes stand in the bytes codec's
//!   [Supported data types] and, for the draft, in core, "Core data types".
//! - Name in metadata: a string such as `"int16"`; of a data type with a configuration, an object with both.
//!
//! ```
//! use zarr_conform_reference::data_type::{DataType, from_identifier};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! assert_eq!(from_identifier("complex128")?.size(), 16);
//! assert_eq!(from_identifier("r24")?, DataType::raw(24));
//! assert!(from_identifier("r7").is_err());
//! # Ok(())
//! # }
//! ```
//!
//! [Core data types]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#core-data-types
//! [Supported data types]: https://zarr-specs.readthedocs.io/en/latest/v3/codecs/bytes/index.html#format-and-algorithm

use serde_json::{Map, Value};
use zarr_conform_terms::data_type::NoDataType;
use zarr_conform_terms::data_types;

use super::float::Format;
use crate::Edition;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::json::Json;
pub use zarr_conform_terms::data_type::{
    Boolean, Complex, DataType, FixedLength, Float, Integer, NotFinite, RawBits, Time, TimeUnit,
    VariableLength,
};

/// The data type of an identifier.
///
/// # Errors
/// [`Error::Unsupported`] where no data type has that identifier; [`Error::Metadata`] where raw bits are not
/// whole bytes.
///
/// Requirements: `data-type.core-list`, `data-type.multiple-of-8`, `data-type.bool`,
/// `data-type.integers`, `data-type.raw-supported`, `data-type.ascii-identifier`.
pub fn from_identifier(identifier: &str) -> Result<DataType> {
    DataType::from_identifier(identifier).map_err(|it| not_one(&it))
}

fn not_one(error: &NoDataType) -> Error {
    match error {
        NoDataType::Unknown(_) => Error::Unsupported(error.to_string()),
        NoDataType::Invalid(_) => Error::Metadata(error.to_string()),
    }
}

/// The data type of a text: an identifier, or the JSON of an object with a name and a configuration, as a
/// [`DataTypeValue`](zarr_conform_terms::DataTypeValue) has it.
///
/// # Errors
/// As [`from_identifier`].
pub fn from_text(text: &str) -> Result<DataType> {
    text.parse().map_err(|it| not_one(&it))
}

/// The data type of a name and a configuration; nothing where the name is that of a data type without one, or unknown.
///
/// # Errors
/// [`Error::Metadata`] where the configuration is not as the text of the data type demands.
///
/// Requirements: `datetime64.name`, `datetime64.configuration`, `datetime64.unit`, `datetime64.microseconds`,
/// `datetime64.scale-factor`, `datetime64.no-additional-fields`, `timedelta64.name`, `timedelta64.configuration`,
/// `timedelta64.unit`, `timedelta64.microseconds`, `timedelta64.scale-factor`, `timedelta64.no-additional-fields`,
/// `utf32.name`, `utf32.configuration`, `utf32.length`.
pub fn of_configuration(name: &str, configuration: &Json) -> Result<Option<DataType>> {
    let members: Map<String, Value> = serde_json::from_str(&configuration.to_string())
        .map_err(|error| Error::Metadata(format!("data type {name:?}: {error}")))?;
    DataType::of_configuration(name, &members).map_err(|it| not_one(&it))
}

/// The data type of an identifier, in an edition that has it.
///
/// # Errors
/// As [`from_identifier`], and [`Error::Unsupported`] where only the registry of extensions has the data type and the
/// edition has no registry.
pub fn of_edition(identifier: &str, edition: Edition) -> Result<DataType> {
    in_edition(from_identifier(identifier)?, edition)
}

/// The data type, where the edition has it.
///
/// # Errors
/// [`Error::Unsupported`] where only the registry of extensions has it and the edition has no registry.
pub fn in_edition(data_type: DataType, edition: Edition) -> Result<DataType> {
    if data_type.editions().contains(&edition) {
        return Ok(data_type);
    }
    Err(Error::Unsupported(format!(
        "{:?} is not the identifier of a data type of edition {edition}",
        data_type.name()
    )))
}

/// What is said of the elements of a data type: its fill values by the text, and what facts need.
pub trait Family {
    /// The element that a fill value denotes.
    ///
    /// # Errors
    /// [`Error::Metadata`] where the value is not permitted for the data type.
    fn fill_value(&self, value: &Json) -> Result<Element>;

    /// The plainest fill value that denotes an element of the data type.
    fn written(&self, element: &Element) -> Value;

    /// The format of each floating point number of an element.
    fn format(&self) -> Option<Format> {
        None
    }

    /// A fill value of which no byte is 0 and no two are the same, so that zeros in its place are seen, and
    /// exchanged bytes too. For floating point numbers, a number that every edition and every rounding reads the same
    /// way: those of 64 bits are integers below 2^53.
    fn other_than_zero(&self) -> Value;

    /// Elements at the ends of the range, and those that arithmetic loses.
    fn special(&self) -> Vec<Special>;

    /// The requirement that says how elements are stored.
    fn stored_by(&self) -> &'static str;

    /// The requirement that says which element this spelling of a fill value denotes.
    fn denoted_by(&self, spelling: &Value) -> &'static str;
}

/// An element at an end of a data type's range, or one that arithmetic loses.
#[derive(Clone, Debug)]
pub struct Special {
    /// Its name, as in ids of facts.
    pub name: &'static str,
    /// What goes wrong with it, as the beginning of a comment.
    pub mistake: String,
    /// The element.
    pub element: Element,
}

impl Special {
    pub(super) fn new(name: &'static str, mistake: impl Into<String>, element: Element) -> Self {
        Self {
            name,
            mistake: mistake.into(),
            element,
        }
    }
}

macro_rules! of_families {
    ($($file:ident: $Family:ident,)*) => {
        /// What is said of a data type.
        pub fn family(data_type: &DataType) -> &dyn Family {
            match data_type {
                $(DataType::$Family(it) => it,)*
            }
        }
    };
}

data_types!(of_families);
