//! The documents of the specification: everything that only one of them knows stands in its folder.
//!
//! Each folder has the same form:
//!
//! | in the folder | what it is |
//! |---|---|
//! | `mod.rs` | what the folder has, its [steps](crate::steps), and its lists of readings |
//! | `text` | the literal text, a file or a folder, to hold beside the document |
//! | `misreadings` | [wrong readings](crate::misreading) |
//! | `permitted` | [other readings](crate::permitted) that the text permits where it is silent |
//! | `tests` | the text against what others wrote, and against inputs worked out by hand |
//!
//! A function of `text` is the current text; [`Steps`](crate::Steps) has the same of each edition. Of the drafts
//! only, wrong readings are in [editions](crate::editions). A new document is a folder, and its lines below.

pub mod blosc;
pub mod bytes;
pub mod chunk_key_encodings;
pub mod core;
pub mod crc32c;
pub mod data_types;
pub mod endian;
pub mod gzip;
pub mod regular_grid;
pub mod scale_offset;
pub mod sharding_indexed;
pub mod transpose;
pub mod vlen;
pub mod vlen_bytes;
pub mod vlen_utf8;
pub mod zstd;

pub use self::core::{array_metadata, chunk_grid, codecs, extension, hierarchy, json, storage};

/// Gives each document to a macro, in the order in which people read lists of readings: its folder and its name;
/// of a codec its kind, and the folder has a type of that name and a `DEFINITION`; of a chunk grid its type, which
/// has a `DEFINITION`.
macro_rules! documents {
    ($to:ident) => {
        $to! {
            transpose: Transpose (codec ArrayToArray),
            scale_offset: ScaleOffset (codec ArrayToArray),
            bytes: Bytes (codec ArrayToBytes),
            zstd: Zstd (codec BytesToBytes),
            vlen: Vlen,
            vlen_utf8: VlenUtf8 (codec ArrayToBytes),
            vlen_bytes: VlenBytes (codec ArrayToBytes),
            sharding_indexed: ShardingIndexed (codec ArrayToBytes),
            gzip: Gzip (codec BytesToBytes),
            crc32c: Crc32c (codec BytesToBytes),
            blosc: Blosc (codec BytesToBytes),
            codecs: Codecs,
            regular_grid: RegularGrid (chunk_grid Regular),
            chunk_key_encodings: ChunkKeyEncodings,
            data_types: DataTypes,
            json: Json,
            array_metadata: ArrayMetadata,
            extension: Extension,
            storage: Storage,
            hierarchy: Hierarchy,
            endian: Endian (codec ArrayToBytes),
        }
    };
}
pub(crate) use documents;
