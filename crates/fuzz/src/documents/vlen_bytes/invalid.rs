//! Mistakes in encoded bytes.

use super::super::vlen;
use crate::invalid::{Place, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    name: "a chunk of byte strings that is too short",
    comment: "decodes a random chunk that lacks bytes of its byte strings, and makes them up",
    why: "the chunk ends before its last byte string does",
    requirements: &["vlen-bytes.element", "codecs.representations"],
    place: Place::Stored("vlen-bytes", vlen::cut),
}];
