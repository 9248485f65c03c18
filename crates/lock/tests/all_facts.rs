//! The lock file of the vectors, beside the vectors.

use sha2::{Digest as _, Sha256};

/// What the header of a stream of events says can be computed from only the lock file.
#[test]
fn the_hash_of_all_facts_is_that_of_the_lock_without_what_is_retired() {
    let lock = include_str!("../../../vectors/ids.lock");
    let lines = lock.lines().filter(|line| !line.ends_with(" retired"));
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let found = zarr_conform_lock::sha256(&vectors);
    assert_eq!(found, hex::encode(Sha256::digest(text.as_bytes())));
}
