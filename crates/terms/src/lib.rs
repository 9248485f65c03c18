//! What all parts share: editions of the specification, the data types, bytes as JSON
//! carries them, and data files in TOML.
//!
//! For the other crates of this workspace, which take and give these types.
//!
//! ```
//! use zarr_conform_terms::{Edition, HexBytes};
//!
//! assert_eq!("3.0".parse(), Ok(Edition::V3_0));
//! assert!(Edition::V3_0 < Edition::V3_1);
//! assert!("4.0".parse::<Edition>().is_err());
//! assert_eq!(HexBytes::from(vec![1, 255]).to_string(), "01ff");
//! ```

mod binds;
pub mod data_type;
mod edition;
mod hex_bytes;
mod hex_elements;
mod node_type;
pub mod toml;

pub use binds::Binds;
pub use data_type::{DataType, DataTypeValue, ElementLayout};
pub use edition::{Edition, UnknownEdition};
pub use hex_bytes::HexBytes;
pub use hex_elements::HexElements;
pub use node_type::{Consolidated, NodeType, Through};
