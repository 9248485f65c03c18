//! The literal reference implementation of the specification: a folder in [`documents`] for each document or chapter, in
//! its own words and symbols. Clarity before speed: explicit loops over positions, no strides, no
//! views.
//!
//! For programs that want to know what the specification gives for an input, which may be as slow as this:
//!
//! ```
//! use zarr_conform_reference::{Edition, Element, Steps};
//!
//! let steps = Steps::literal(Edition::V3_1);
//! let document = br#"{
//!     "zarr_format": 3, "node_type": "array", "shape": [2, 3], "data_type": "uint8", "fill_value": 0,
//!     "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 3]}},
//!     "chunk_key_encoding": {"name": "default"},
//!     "codecs": [{"name": "transpose", "configuration": {"order": [1, 0]}}, {"name": "bytes"}]
//! }"#;
//! let metadata = steps.array_metadata(document)?;
//! assert_eq!(metadata.chunk_key(&steps, &[0, 0]), "c/0/0");
//!
//! let chunk = steps.decode(metadata.chain(&[0, 0])?, &[1, 2, 3, 4, 5, 6])?;
//! assert_eq!(chunk.get(&[0, 2])?, &Element::Bits(5));
//! # Ok::<(), zarr_conform_reference::Error>(())
//! ```
//!
//! | module | document | chapter |
//! |---|---|---|
//! | [`transpose`] | transpose codec | whole |
//! | [`scale_offset`] | scale_offset codec (registry) | whole |
//! | [`bytes`] | bytes codec | whole |
//! | [`endian`] | endian codec (drafts) | whole |
//! | [`blosc`] | blosc codec, Blosc chunk format | whole |
//! | [`zstd`] | zstd codec (registry), RFC 8878 | Frames |
//! | [`vlen_utf8`] | vlen-utf8 codec (registry) | whole |
//! | [`vlen_bytes`] | vlen-bytes codec (registry) | whole |
//! | [`vlen`] | vlen-utf8 and vlen-bytes codecs (registry) | Format and algorithm |
//! | [`sharding_indexed`] | sharding codec | whole |
//! | [`gzip`] | gzip codec, RFC 1952 | whole |
//! | [`crc32c`] | CRC32C checksum codec | whole |
//! | [`regular_grid`] | regular chunk grid | whole |
//! | [`chunk_key`] | default and v2 chunk key encoding | whole |
//! | [`data_type`] | data types | Core data types |
//! | [`fill_value`], [`float`] | data types | Permitted fill values |
//! | [`chunk_grid`] | core | Chunk grids |
//! | [`codecs`] | core | Chunk encoding |
//! | [`extension`] | core | Extension definition |
//! | [`array_metadata`] | core | Array metadata |
//! | [`json`] | core | Metadata (RFC 8259) |
//! | [`element`], [`chunk_array`] | core | Concepts and terminology |
//! | [`hierarchy`] | core | Group metadata, Node names |
//! | [`store`], [`storage`] | core | Stores, Storage, Stored representation |
//!
//! [`vector_form`] is the form of elements outside of the reference, of no document.
//!
//! [`steps`] names every step, so that a wrong reading ([`misreading`]) or another one that the text permits
//! ([`permitted`]) can replace one. [`editions`] has what earlier editions say otherwise.

pub mod documents;
pub mod editions;
pub mod error;
pub mod misreading;
pub mod permitted;
pub mod steps;
pub mod vector_form;

pub use documents::core::storage::store;
pub use documents::core::{
    array_metadata, chunk_array, chunk_grid, codecs, element, extension, hierarchy, json, storage,
};
pub use documents::data_types::{data_type, fill_value, float};
pub use documents::{
    blosc, bytes, chunk_key_encodings as chunk_key, crc32c, endian, gzip, regular_grid,
    scale_offset, sharding_indexed, transpose, vlen, vlen_bytes, vlen_utf8, zstd,
};

pub use array_metadata::ArrayMetadata;
pub use chunk_array::ChunkArray;
pub use chunk_grid::ChunkGrid;
pub use data_type::DataType;
pub use element::Element;
pub use error::{Error, Result};
pub use json::Json;
pub use steps::Steps;
pub use zarr_conform_terms::Edition;
