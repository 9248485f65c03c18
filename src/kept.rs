//! JSON that this program wrote before, believed only where it is whole.

use std::io::Read;

use serde::de::DeserializeOwned;
use serde_json::Value;

/// What is kept as one JSON object with a member `format`.
pub(crate) trait Kept: DeserializeOwned {
    /// What it is called in messages.
    const WHAT: &'static str;
    /// What writes it.
    const BY: &'static str;
    /// The version of its form that is read.
    const FORMAT: u64;

    /// How its members contradict each other.
    fn contradiction(&self) -> Option<String>;
}

/// Why a file cannot be believed.
#[derive(Debug, thiserror::Error)]
pub enum KeptError {
    /// It cannot be read, or is not JSON.
    #[error("{0}: this is not a file of {1}")]
    Unreadable(serde_json::Error, &'static str),
    /// It is of another version.
    #[error("found {what} of format {found}, this program reads format {expected}")]
    OtherFormat {
        /// What it is.
        what: &'static str,
        /// Its format, null where it names none.
        found: Value,
        /// The format that is read.
        expected: u64,
    },
    /// A member is missing, unknown, or of another form.
    #[error("{0}")]
    Malformed(serde_json::Error),
    /// Its members contradict each other.
    #[error("{0}")]
    Contradicts(String),
}

/// Reads what is the whole of a file.
pub(crate) fn read<T: Kept>(file: impl Read) -> Result<T, KeptError> {
    let value: Value =
        serde_json::from_reader(file).map_err(|error| KeptError::Unreadable(error, T::BY))?;
    let format = value.get("format");
    if format.and_then(Value::as_u64) != Some(T::FORMAT) {
        return Err(KeptError::OtherFormat {
            what: T::WHAT,
            found: format.cloned().unwrap_or_default(),
            expected: T::FORMAT,
        });
    }
    let kept: T = serde_json::from_value(value).map_err(KeptError::Malformed)?;
    match kept.contradiction() {
        None => Ok(kept),
        Some(why) => Err(KeptError::Contradicts(why)),
    }
}
