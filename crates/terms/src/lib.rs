//! What all parts share: editions of the specification, bytes as JSON carries them, and data files
//! in TOML.

mod edition;
mod hex_bytes;
pub mod toml;

pub use edition::{Edition, UnknownEdition};
pub use hex_bytes::HexBytes;
