//! Words that all parts share: editions of the specification, and bytes as JSON carries them.

mod edition;
mod hex_bytes;

pub use edition::{Edition, UnknownEdition};
pub use hex_bytes::HexBytes;
