//! Bytes that JSON carries as lower-case hexadecimal digits, two a byte.

use std::fmt;
use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A byte string, written in JSON as hexadecimal digits: `[0x01, 0xab]` is `"01ab"`.
///
/// A clone shares the bytes: facts, the checks that follow from them, and the requests of these hold
/// large chunks once.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexBytes(pub Arc<[u8]>);

impl HexBytes {
    /// The bytes of these digits; the error says what was expected.
    pub(crate) fn of_digits(digits: &str) -> Result<Self, String> {
        let bytes = hex::decode(digits).map(Self::from);
        bytes.map_err(|error| format!("expected an even number of hexadecimal digits: {error}"))
    }
}

impl From<Vec<u8>> for HexBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl fmt::Display for HexBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

impl fmt::Debug for HexBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HexBytes({self})")
    }
}

impl Serialize for HexBytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for HexBytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = String::deserialize(deserializer)?;
        Self::of_digits(&digits).map_err(D::Error::custom)
    }
}
