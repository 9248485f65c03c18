//! Mistakes in encoded bytes.

use super::super::vlen;
use crate::invalid::{Place, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    name: "a chunk of strings that is too short",
    comment: "decodes a random chunk that lacks bytes of its strings, and makes them up",
    why: "the chunk ends before its last string does",
    requirements: &["vlen-utf8.element", "codecs.representations"],
    place: Place::Stored("vlen-utf8", vlen::cut),
}];
