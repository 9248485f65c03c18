//! What an array uses that a reader could get wrong, each as a few words, such as `codec gzip`.
//!
//! The same code finds the features of a given array and those of the arrays that facts put before
//! an implementation. So a result of a fact can be compared with an array without any table made by
//! hand. What every array has is left out: elements in little-endian order, chunk keys such as
//! `c/0/0`, a fill value of 0.
//!
//! | part | what |
//! |---|---|
//! | `metadata` | what the document says, and how it is spelled |
//! | `encoded` | how the stored bytes use the freedom that a format leaves to writers |
//! | `implied` | what arrays with a feature always have as well |
//! | `hierarchy` | names and attributes of nodes, and what lies beside them |
//! | `elements` | elements that not every number type can hold; in the crate of the diagnosis |

pub(super) mod encoded;
pub(super) mod hierarchy;
mod implied;
mod metadata;

use std::collections::BTreeSet;

pub(super) use crate::diagnosis::features::elements;
pub(crate) use implied::implied;
pub(super) use metadata::{names, of_document};

/// Features, each once.
pub type Features = BTreeSet<String>;

/// With what the name of a data type begins.
pub(super) const DATA_TYPE: &str = "data type ";
/// With what the feature begins that a document is spelled in some way, which says nothing of the data.
pub(super) const WRITTEN: &str = "written with ";
/// With what the features begin that the number of dimensions makes.
pub(super) const RANK: &str = "rank above ";
/// With what the features of inner chunks begin.
pub(super) const IN_SHARDS: &str = "in shards: ";
/// Some chunks of the grid are not stored.
pub(super) const MISSING_CHUNKS: &str = "chunks that are not stored";
/// The fill value is another one than the usual.
const OTHER_FILL_VALUE: &str = "a fill value other than 0";
/// Some inner chunks of shards are not there.
const EMPTY_INNER_CHUNKS: &str = "empty inner chunks";

/// What is said of a chunk that is decoded by itself: its data type, rank, codecs, bytes and elements. Codecs are given as the
/// document spells them.
pub(super) fn of_chunk(mut features: Features) -> Features {
    let of_document = [
        WRITTEN,
        "a fill value",
        "dimension_names",
        "chunk keys",
        "additional members",
        "border chunks",
        "several chunks",
        "chunks longer",
        "a length of",
        "lengths beyond",
        MISSING_CHUNKS,
    ];
    let is_of_document = |it: &String| {
        let is_codec = it
            .strip_prefix(WRITTEN)
            .is_some_and(|it| it.starts_with("a codec"));
        let begins = of_document.iter().any(|begin| it.starts_with(begin));
        !is_codec && begins || it.contains(" attributes")
    };
    features.retain(|it| !is_of_document(it));
    features
}

/// Leaves out what makes no difference to a reader: which number the fill value is, where nothing is
/// filled in.
pub(super) fn settle(features: &mut Features) {
    let is_filled = |it: &String| it == MISSING_CHUNKS || it.ends_with(EMPTY_INNER_CHUNKS);
    if !features.iter().any(is_filled) {
        features.remove(OTHER_FILL_VALUE);
    }
}
