//! The core document: each chapter has a folder, like a document; `element`, `chunk_array` and `chunk_grid` are files.
//!
//! | module | chapter |
//! |---|---|
//! | [`element`], [`chunk_array`] | Concepts and terminology |
//! | [`json`] | Metadata (RFC 8259) |
//! | [`array_metadata`] | Array metadata |
//! | [`chunk_grid`] | Chunk grids |
//! | [`extension`] | Extension definition |
//! | [`codecs`] | Chunk encoding |
//! | [`hierarchy`] | Group metadata, Node names |
//! | [`storage`] | Stores, Storage, Stored representation |

pub mod array_metadata;
pub mod chunk_array;
pub mod chunk_grid;
pub mod codecs;
pub mod element;
pub mod extension;
pub mod hierarchy;
pub mod json;
pub mod storage;
