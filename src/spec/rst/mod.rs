//! Reads the part of reStructuredText that the specification is written in.
//!
//! [`blocks`] turns lines into paragraphs, lists, tables and notes; [`inline`] removes markup
//! within a paragraph; [`split`] finds sentences. None of them fails: what is not understood stays text, so that a sentence is
//! seen twice rather than not at all.

pub(super) mod blocks;
pub(super) mod inline;
mod lines;
pub(super) mod split;
mod table;
