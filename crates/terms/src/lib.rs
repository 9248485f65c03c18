//! What all parts share: editions of the specification, the table of core data types, bytes as JSON
//! carries them, and data files in TOML.

pub mod data_type;
mod edition;
mod hex_bytes;
pub mod toml;

pub use data_type::ElementLayout;
pub use edition::{Edition, UnknownEdition};
pub use hex_bytes::HexBytes;
