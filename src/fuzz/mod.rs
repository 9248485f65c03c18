//! Fuzz runs, and what becomes of what they find: the library part of
//! `conform fuzz`. Cases, their facts and shrinking are in `zarr-conform-fuzz`.
//!
//! | part | what |
//! |---|---|
//! | [`hunting`] | workers in threads, an implementation of its own for each |
//! | [`found`] | causes as facts |
//! | [`text`], [`document`] | what was found, for people, as Markdown, and as JSON |
//! | [`merge`] | the whole from the shares of several machines |
//! | [`differences`] | who does what where the text is silent |
//! | [`save`], [`add`] | as vectors in a folder, and as inputs of the generator |

pub mod add;
pub mod differences;
pub mod document;
pub mod found;
pub mod hunting;
pub mod merge;
pub mod save;
pub mod text;
