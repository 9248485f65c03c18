//! Words that all parts share: editions of the specification, the table of core data types, and
//! bytes as JSON carries them.

pub mod data_type;
mod edition;
mod hex_bytes;

pub use data_type::ElementLayout;
pub use edition::{Edition, UnknownEdition};
pub use hex_bytes::HexBytes;
