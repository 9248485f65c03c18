//! Every byte that a check sees is looked at: each byte of what the reference writes is spoilt, one at a time, and some
//! required check fails; each byte of what is stored in golden facts is spoilt, and the reference refuses it or reads
//! other elements, or finds other nodes. What passes all the same lies in a place that `flips.toml` lists with its reason.
//!
//! Two flips of a byte: its lowest bit, and all of its bits. By default, files of at most 512 bytes, and of the
//! metadata the first document of each file of facts; with `--ignored`, everything.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

mod formats;
mod hierarchy;
mod place;
mod read;
mod table;
mod written;

use zarr_conform_vectors::{Fact, Level};

use self::table::{Road, Table};

/// How much is spoilt.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// Bytes of the longest chunk.
    longest: usize,
    /// Whether of each file of facts only the first document is spoilt.
    first_documents: bool,
}

const SHORT: Extent = Extent {
    longest: 512,
    first_documents: true,
};

const EVERYTHING: Extent = Extent {
    longest: usize::MAX,
    first_documents: false,
};

/// A flip that no check notices.
pub(crate) struct Unseen {
    /// The check or fact, the file, the place in it, and the byte that stands there now.
    what: String,
    /// The name of the place.
    place: String,
}

/// What is spoilt of a byte.
const MASKS: [u8; 2] = [1, 0xff];

/// These bytes with one flipped, for each byte and each flip.
pub(crate) fn flips(bytes: &[u8]) -> impl Iterator<Item = (usize, u8, Vec<u8>)> {
    (0..bytes.len()).flat_map(move |at| {
        MASKS.into_iter().map(move |mask| {
            let mut flipped = bytes.to_vec();
            flipped[at] ^= mask;
            (at, mask, flipped)
        })
    })
}

pub(crate) fn is_required(fact: &Fact) -> bool {
    matches!(fact.level, Level::Must | Level::Should)
}

fn assert_explained(road: Road, extent: Extent) {
    let mut unseen = match road {
        Road::Written => written::unseen(extent),
        Road::Read => read::unseen(extent),
    };
    unseen.extend(hierarchy::unseen(road, extent));
    let problems = Table::load().problems(road, &unseen, !extent.first_documents);
    assert!(
        problems.is_empty(),
        "{} problems:\n{}",
        problems.len(),
        problems.join("\n")
    );
}

#[test]
fn each_flip_of_what_is_written_fails_a_check() {
    assert_explained(Road::Written, SHORT);
}

#[test]
fn each_flip_of_what_is_read_is_noticed() {
    assert_explained(Road::Read, SHORT);
}

#[test]
#[ignore = "it takes minutes; `.ci/step long-tests` runs it"]
fn each_flip_of_everything_written_fails_a_check() {
    assert_explained(Road::Written, EVERYTHING);
}

#[test]
#[ignore = "it takes minutes; `.ci/step long-tests` runs it"]
fn each_flip_of_everything_read_is_noticed() {
    assert_explained(Road::Read, EVERYTHING);
}
