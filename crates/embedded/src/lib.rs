//! The vectors of this version, embedded, so that a program needs no files beside it.
//!
//! For programs that test an implementation of Zarr v3 with them.
//!
//! ```
//! let vectors = zarr_conform_embedded::vectors()?;
//! let fact = vectors.facts().iter().find(|it| it.id.starts_with("transpose/orders/"));
//! assert!(fact.is_some_and(|it| it.requirements[0].starts_with("transpose.")));
//! # Ok::<(), zarr_conform_vectors::LoadError>(())
//! ```

use std::sync::{Mutex, PoisonError};

use zarr_conform_vectors::{LoadError, Vectors};

/// Where these vectors are from, for messages.
const NAME: &str = "the embedded vectors";

/// Every file of `vectors` by its path below that folder, sorted.
static FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The embedded vectors, loaded the first time that a process asks for them.
///
/// # Errors
/// None: a test holds that they can be loaded.
pub fn vectors() -> Result<Vectors, LoadError> {
    static LOADED: Mutex<Option<Vectors>> = Mutex::new(None);
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(vectors) = &*loaded {
        return Ok(vectors.clone());
    }
    let files = FILES.iter().map(|(path, bytes)| (path, bytes));
    let vectors = Vectors::from_files(NAME.to_owned(), files)?;
    Ok(loaded.insert(vectors).clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_sorted_and_can_be_loaded() {
        assert!(FILES.is_sorted_by(|one, other| one.0 < other.0));
        assert!(vectors().is_ok_and(|it| !it.facts().is_empty()));
    }
}
