//! The steps of the specification, each with the function of this reference that takes it.
//!
//! [`Steps`] is a table of functions. [`Steps::literal`] has the functions that mirror the text; a
//! wrong reading of one sentence is the same table with a few steps replaced ([`Replacement`]).
//! Steps that are made of others (a chain of codecs, a metadata document, a region of an array)
//! call them through the table, so that a replaced step takes effect wherever it is called. Hence
//! the circle between this file and those: the table names their functions, and they call each
//! other by the table.
//!
//! Every call goes through a method of [`Steps`], where a [`Probe`] asks wrong readings the same, so
//! that it is known which of them would give another answer.
//!
//! ```
//! use zarr_conform_reference::Edition;
//! use zarr_conform_reference::steps::{Replacement, Steps};
//!
//! let literal = Steps::literal(Edition::V3_1);
//! assert_eq!(literal.chunk_index(&[5, 7], &[2, 3]), [2, 2]);
//!
//! let replaced = [Replacement::ChunkIndex(|_, coordinates, _| coordinates.to_vec())];
//! assert_eq!(literal.with(&replaced).chunk_index(&[5, 7], &[2, 3]), [5, 7]);
//! ```

mod probe;
mod step_set;

pub use probe::Probe;
pub use step_set::StepSet;

use std::fmt;

use super::array_metadata::{self, ArrayMetadata};
use super::chunk_array::ChunkArray;
use super::chunk_key::{self, ChunkKeyEncoding, Separator};
use super::codecs::blosc::compressor::{self, Compressor};
use super::codecs::blosc::configuration::{self, Shuffle};
use super::codecs::blosc::header::{self, Header};
use super::codecs::blosc::{self, Blosc, shuffle};
use super::codecs::bytes::Endian;
use super::codecs::gzip::{self, Member};
use super::codecs::sharding_indexed::{IndexLocation, ShardingIndexed};
use super::codecs::zstd::block::{self, Block};
use super::codecs::zstd::content;
use super::codecs::zstd::frame::{self, Frame, FrameHeader};
use super::codecs::{
    self, Chain, Codec, Representation, bytes, crc32c, endian, sharding_indexed, transpose, zstd,
};
use super::data_type::DataType;
use super::element::Element;
use super::error::Result;
use super::extension::{self, Extension};
use super::fill_value;
use super::json::Json;
use super::regular_grid;
use super::storage;
use super::store::Store;
use crate::Edition;

/// One way to take every step: the literal one, or one with steps replaced.
#[derive(Clone, Debug)]
pub struct Steps {
    edition: Edition,
    table: Table,
    probe: Option<Probe>,
}

impl Steps {
    /// Every step as the text of an edition says it.
    pub fn literal(edition: Edition) -> Self {
        Self {
            edition,
            table: LITERAL,
            probe: None,
        }
    }

    /// The same steps, with these replaced.
    #[must_use]
    pub fn with(mut self, replacements: &[Replacement]) -> Self {
        for replacement in replacements {
            replacement.put(&mut self.table);
        }
        self
    }

    /// The same steps, each call also made by the rivals of `probe`.
    #[must_use]
    pub fn probed(mut self, probe: &Probe) -> Self {
        self.probe = Some(probe.clone());
        self
    }

    /// Whether each call is also made by the rivals of a probe.
    pub fn is_probed(&self) -> bool {
        self.probe.is_some()
    }

    /// The edition that is read.
    pub fn edition(&self) -> Edition {
        self.edition
    }
}

/// The literal steps of the default edition.
impl Default for Steps {
    fn default() -> Self {
        Self::literal(Edition::default())
    }
}

/// Lists each step once: its name, its arguments, what it gives, and the function that takes it
/// literally. Makes [`Step`], [`Replacement`], the table, and a method of [`Steps`] for each.
///
/// A step that is marked `[writes]` changes a store, so no rival of a probe can take it as well:
/// a reading that replaces it counts as answering otherwise.
macro_rules! steps {
    (@take $steps:ident, $step:ident, $name:ident, ($($argument:ident),*)) => {{
        let result = ($steps.table.$name)($steps $(, $argument)*);
        if let Some(probe) = &$steps.probe {
            probe.ask(Step::$step, |rival| {
                (rival.table.$name)(rival $(, $argument)*) == result
            });
        }
        result
    }};
    (@take $steps:ident, $step:ident, $name:ident, ($($argument:ident),*) writes) => {{
        if let Some(probe) = &$steps.probe {
            probe.ask(Step::$step, |_| false);
        }
        ($steps.table.$name)($steps $(, $argument)*)
    }};
    ($(
        $(#[$doc:meta])*
        $step:ident: $([$writes:ident])? fn $name:ident($steps:tt $(, $argument:ident: $type:ty)*) -> $result:ty {
            $literal:expr
        }
    )*) => {
        /// The name of a step.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Step {
            $($(#[$doc])* $step,)*
        }

        impl Step {
            /// Every step, in the order of the documents.
            pub const ALL: &'static [Self] = &[$(Self::$step,)*];
        }

        /// The step as its method is called, for example `transpose_order`.
        impl fmt::Display for Step {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$step => stringify!($name),)*
                })
            }
        }

        /// A function to be called in place of the literal one. Its first argument is the table
        /// that it stands in; by it, it calls other steps and asks for the edition.
        #[derive(Clone, Copy, Debug)]
        pub enum Replacement {
            $($(#[$doc])* $step(fn(&Steps $(, $type)*) -> $result),)*
        }

        impl Replacement {
            /// The step that is replaced.
            pub fn step(&self) -> Step {
                match self {
                    $(Self::$step(_) => Step::$step,)*
                }
            }

            fn put(self, table: &mut Table) {
                match self {
                    $(Self::$step(function) => table.$name = function,)*
                }
            }
        }

        #[derive(Clone, Copy, Debug)]
        struct Table {
            $($name: fn(&Steps $(, $type)*) -> $result,)*
        }

        const LITERAL: Table = Table {
            $($name: |$steps $(, $argument)*| $literal,)*
        };

        #[expect(clippy::missing_errors_doc, reason = "errors are documented at the functions")]
        impl Steps {
            $(
                $(#[$doc])*
                pub fn $name(&self $(, $argument: $type)*) -> $result {
                    steps!(@take self, $step, $name, ($($argument),*) $($writes)?)
                }
            )*
        }
    };
}

steps! {
    // Transpose codec.

    /// The configuration parameter `order` of transpose, for chunks of `n` dimensions.
    TransposeOrder: fn transpose_order(
        steps,
        configuration: &Json,
        n: usize
    ) -> Result<Vec<usize>> {
        transpose::order(configuration, n, steps.edition)
    }

    /// The shape of the array that transpose yields.
    TransposeEncodedShape: fn transpose_encoded_shape(
        _,
        decoded_shape: &[u64],
        order: &[usize]
    ) -> Result<Vec<u64>> {
        Ok(transpose::encoded_shape(decoded_shape, order))
    }

    /// Encodes by transpose.
    TransposeEncode: fn transpose_encode(
        _,
        array: &ChunkArray,
        order: &[usize]
    ) -> Result<ChunkArray> {
        transpose::encode(array, order)
    }

    /// Decodes by transpose, to an array of `decoded_shape`.
    TransposeDecode: fn transpose_decode(
        _,
        array: &ChunkArray,
        decoded_shape: &[u64],
        order: &[usize]
    ) -> Result<ChunkArray> {
        transpose::decode(array, decoded_shape, order)
    }

    // Bytes codec, and the endian codec of the drafts.

    /// The configuration parameter `endian` of bytes; none where it does not apply.
    BytesEndian: fn bytes_endian(
        _,
        configuration: &Json,
        data_type: DataType
    ) -> Result<Option<Endian>> {
        bytes::endian(configuration, data_type)
    }

    /// The configuration parameter `endian` of the drafts' endian codec.
    EndianEndian: fn endian_endian(_, configuration: &Json) -> Result<Endian> {
        endian::endian(configuration)
    }

    /// The byte order where no codec of a draft yields bytes.
    DefaultEndian: fn default_endian(_) -> Endian {
        endian::DEFAULT
    }

    /// Elements as bytes.
    BytesEncode: fn bytes_encode(
        _,
        array: &ChunkArray,
        endian: Option<Endian>
    ) -> Result<Vec<u8>> {
        bytes::encode(array, endian)
    }

    /// Elements from bytes.
    BytesDecode: fn bytes_decode(
        _,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64],
        endian: Option<Endian>
    ) -> Result<ChunkArray> {
        bytes::decode(bytes, data_type, shape, endian)
    }

    // Gzip codec.

    /// The configuration parameter `level` of gzip; none where it is absent.
    GzipLevel: fn gzip_level(_, configuration: &Json) -> Result<Option<u64>> {
        gzip::level(configuration)
    }

    /// Encodes by gzip.
    GzipEncode: fn gzip_encode(_, bytes: &[u8]) -> Vec<u8> {
        gzip::encode(bytes)
    }

    /// Decodes by gzip; `length` is the number of decoded bytes, where it is known.
    GzipDecode: fn gzip_decode(steps, bytes: &[u8], length: Option<u64>) -> Result<Vec<u8>> {
        gzip::decode(steps, bytes, length)
    }

    /// The gzip member at the start of `bytes`, of at most `length` decoded bytes.
    GzipMember: fn gzip_member(steps, bytes: &[u8], length: Option<u64>) -> Result<Member> {
        gzip::member(steps, bytes, length)
    }

    /// Number of bytes of the header of a gzip member.
    GzipHeader: fn gzip_header(_, bytes: &[u8]) -> Result<usize> {
        gzip::header(bytes)
    }

    /// What the compressed blocks of a gzip member decode to, and the number of bytes they take.
    GzipBlocks: fn gzip_blocks(
        _,
        bytes: &[u8],
        length: Option<u64>
    ) -> Result<(Vec<u8>, usize)> {
        gzip::blocks(bytes, length)
    }

    /// Whether `bytes` begin with the trailer of a gzip member.
    GzipTrailer: fn gzip_trailer(_, bytes: &[u8], decoded: &[u8]) -> Result<()> {
        gzip::trailer(bytes, decoded)
    }

    // Zstd codec.

    /// The configuration parameter `level` of zstd.
    ZstdLevel: fn zstd_level(_, configuration: &Json) -> Result<Option<i64>> {
        zstd::level(configuration)
    }

    /// The configuration parameter `checksum` of zstd.
    ZstdChecksum: fn zstd_checksum(_, configuration: &Json) -> Result<bool> {
        zstd::checksum(configuration)
    }

    /// Encodes by zstd, with a checksum where `checksum`.
    ZstdEncode: fn zstd_encode(steps, bytes: &[u8], checksum: bool) -> Result<Vec<u8>> {
        zstd::encode(steps, bytes, checksum)
    }

    /// Decodes by zstd; `length` is the number of decoded bytes where it is known.
    ZstdDecode: fn zstd_decode(steps, bytes: &[u8], length: Option<u64>) -> Result<Vec<u8>> {
        zstd::decode(steps, bytes, length)
    }

    /// Whether an encoding by zstd has the checksums that it should have.
    ZstdCheckWritten: fn zstd_check_written(steps, bytes: &[u8], checksum: bool) -> Result<()> {
        zstd::check_written(steps, bytes, checksum)
    }

    /// All frames of the Zstandard format.
    ZstdFrames: fn zstd_frames(steps, bytes: &[u8]) -> Result<Vec<Frame>> {
        frame::frames(steps, bytes)
    }

    /// The frame at the start of some bytes, and its length.
    ZstdFrame: fn zstd_frame(steps, bytes: &[u8]) -> Result<(Frame, usize)> {
        frame::frame(steps, bytes)
    }

    /// The header of a Zstandard frame at the start of some bytes, and its length.
    ZstdFrameHeader: fn zstd_frame_header(_, bytes: &[u8]) -> Result<(FrameHeader, usize)> {
        frame::frame_header(bytes)
    }

    /// The block at the start of some bytes, and its length.
    ZstdBlock: fn zstd_block(
        _,
        bytes: &[u8],
        block_maximum_size: u64
    ) -> Result<(Block, usize)> {
        block::block(bytes, block_maximum_size)
    }

    /// What a frame holds: at most `room` bytes.
    ZstdFrameContent: fn zstd_frame_content(
        steps,
        frame: &Frame,
        room: u64
    ) -> Result<Vec<u8>> {
        content::frame_content(steps, frame, room)
    }

    /// What a raw or RLE block holds.
    ZstdBlockContent: fn zstd_block_content(_, block: &Block) -> Result<Vec<u8>> {
        block::content(block)
    }

    /// Whether a frame needs a dictionary that is not there.
    ZstdCheckDictionary: fn zstd_check_dictionary(_, dictionary_id: u32) -> Result<()> {
        content::check_dictionary(dictionary_id)
    }

    /// Whether a frame holds as many bytes as its header says.
    ZstdCheckContentSize: fn zstd_check_content_size(
        _,
        content_size: Option<u64>,
        length: u64
    ) -> Result<()> {
        content::check_content_size(content_size, length)
    }

    /// Whether a stored checksum is that of the content.
    ZstdCheckContentChecksum: fn zstd_check_content_checksum(
        steps,
        stored: u32,
        content: &[u8]
    ) -> Result<()> {
        content::check_content_checksum(steps, stored, content)
    }

    /// The checksum of the content of a frame.
    ZstdContentChecksum: fn zstd_content_checksum(_, content: &[u8]) -> u32 {
        content::content_checksum(content)
    }

    // Blosc codec.

    /// The configuration parameter `cname` of blosc: the compressor.
    BloscCname: fn blosc_cname(_, configuration: &Json) -> Result<Option<Compressor>> {
        configuration::cname(configuration)
    }

    /// Whether the configuration parameter `clevel` of blosc is valid.
    BloscCheckClevel: fn blosc_check_clevel(_, configuration: &Json) -> Result<()> {
        configuration::check_clevel(configuration)
    }

    /// The configuration parameter `shuffle` of blosc.
    BloscShuffle: fn blosc_shuffle(_, configuration: &Json) -> Result<Shuffle> {
        configuration::shuffle(configuration)
    }

    /// The configuration parameter `typesize` of blosc.
    BloscTypesize: fn blosc_typesize(
        _,
        configuration: &Json,
        shuffle: Shuffle
    ) -> Result<Option<u64>> {
        configuration::typesize(configuration, shuffle)
    }

    /// Whether the configuration parameter `blocksize` of blosc is valid.
    BloscCheckBlocksize: fn blosc_check_blocksize(_, configuration: &Json) -> Result<()> {
        configuration::check_blocksize(configuration)
    }

    /// Encodes by blosc.
    BloscEncode: fn blosc_encode(_, bytes: &[u8], codec: &Blosc) -> Result<Vec<u8>> {
        blosc::encode(bytes, codec)
    }

    /// Decodes by blosc, which needs no configuration; `length` is the number of decoded bytes
    /// where it is known.
    BloscDecode: fn blosc_decode(
        steps,
        bytes: &[u8],
        length: Option<u64>,
        _codec: &Blosc
    ) -> Result<Vec<u8>> {
        blosc::decode(steps, bytes, length)
    }

    /// Whether an encoding by blosc has the header that the configuration asks for.
    BloscCheckWritten: fn blosc_check_written(
        steps,
        bytes: &[u8],
        codec: &Blosc
    ) -> Result<()> {
        blosc::check_written(steps, bytes, codec)
    }

    /// The header of a Blosc chunk.
    BloscHeader: fn blosc_header(_, bytes: &[u8]) -> Result<Header> {
        header::header(bytes)
    }

    /// What the blocks of a Blosc chunk hold.
    BloscBlocks: fn blosc_blocks(steps, header: &Header, chunk: &[u8]) -> Result<Vec<u8>> {
        blosc::block::blocks(steps, header, chunk)
    }

    /// The byte of a Blosc chunk at which a block starts.
    BloscBlockStart: fn blosc_block_start(
        _,
        chunk: &[u8],
        index: u64,
        number: u64
    ) -> Result<usize> {
        blosc::block::block_start(chunk, index, number)
    }

    /// A shuffled block of a Blosc chunk.
    BloscBlock: fn blosc_block(
        steps,
        header: &Header,
        bytes: &[u8],
        length: u64
    ) -> Result<Vec<u8>> {
        blosc::block::block(steps, header, bytes, length)
    }

    /// Number of splits of a block of a Blosc chunk.
    BloscSplits: fn blosc_splits(_, header: &Header, length: u64) -> u64 {
        blosc::block::splits(header, length)
    }

    /// What a split of a block holds.
    BloscSplit: fn blosc_split(
        steps,
        header: &Header,
        compressed: &[u8],
        length: u64
    ) -> Result<Vec<u8>> {
        blosc::block::split(steps, header, compressed, length)
    }

    /// Decompresses a split by an internal compressor.
    BloscDecompress: fn blosc_decompress(
        steps,
        compressor: Compressor,
        compressed: &[u8],
        length: u64
    ) -> Result<Vec<u8>> {
        compressor::decompress(steps, compressor, compressed, length)
    }

    /// Undoes the shuffle of a block.
    BloscUnshuffle: fn blosc_unshuffle(_, header: &Header, block: &[u8]) -> Result<Vec<u8>> {
        shuffle::unshuffle(header, block)
    }

    // CRC32C checksum codec.

    /// Appends a checksum by crc32c.
    Crc32cEncode: fn crc32c_encode(_, bytes: &[u8]) -> Vec<u8> {
        crc32c::encode(bytes)
    }

    /// Checks a checksum by crc32c and removes it.
    Crc32cDecode: fn crc32c_decode(_, bytes: &[u8]) -> Result<Vec<u8>> {
        crc32c::decode(bytes)
    }

    // Sharding codec.

    /// The configuration parameter `chunk_shape` of sharding: the shape of inner chunks.
    ShardingChunkShape: fn sharding_chunk_shape(_, configuration: &Json) -> Result<Vec<u64>> {
        sharding_indexed::chunk_shape(configuration)
    }

    /// Number of inner chunks along each dimension of a shard.
    ShardingChunksPerShard: fn sharding_chunks_per_shard(
        _,
        shard_shape: &[u64],
        chunk_shape: &[u64]
    ) -> Result<Vec<u64>> {
        sharding_indexed::chunks_per_shard(shard_shape, chunk_shape)
    }

    /// The configuration parameter `codecs` of sharding, for inner chunks.
    ShardingCodecs: fn sharding_codecs(
        steps,
        configuration: &Json,
        data_type: DataType,
        chunk_shape: &[u64],
        fill_value: &Element
    ) -> Result<Chain> {
        sharding_indexed::codecs(steps, configuration, data_type, chunk_shape, fill_value)
    }

    /// The configuration parameter `index_codecs` of sharding.
    ShardingIndexCodecs: fn sharding_index_codecs(
        steps,
        configuration: &Json,
        chunks_per_shard: &[u64]
    ) -> Result<Chain> {
        sharding_indexed::index_codecs(steps, configuration, chunks_per_shard)
    }

    /// The configuration parameter `index_location` of sharding.
    ShardingIndexLocation: fn sharding_index_location(
        _,
        configuration: &Json
    ) -> Result<IndexLocation> {
        sharding_indexed::index_location(configuration)
    }

    /// Number of bytes of the encoded index of a shard.
    ShardingIndexSize: fn sharding_index_size(_, index_codecs: &Chain) -> Result<u64> {
        sharding_indexed::index_size(index_codecs)
    }

    /// The index of a shard.
    ShardingIndexDecode: fn sharding_index_decode(
        steps,
        codec: &ShardingIndexed,
        shard: &[u8]
    ) -> Result<ChunkArray> {
        sharding_indexed::index_decode(steps, codec, shard)
    }

    /// The encoded inner chunk at `i`, or nothing where it is empty.
    ShardingInnerChunk: fn sharding_inner_chunk(
        _,
        _codec: &ShardingIndexed,
        index: &ChunkArray,
        i: &[u64],
        shard: &[u8]
    ) -> Result<Option<Vec<u8>>> {
        sharding_indexed::inner_chunk(index, i, shard)
    }

    /// Encodes by sharding.
    ShardingEncode: fn sharding_encode(
        steps,
        codec: &ShardingIndexed,
        array: &ChunkArray
    ) -> Result<Vec<u8>> {
        sharding_indexed::encode(steps, codec, array)
    }

    /// Decodes by sharding, to an array of this data type and shape.
    ShardingDecode: fn sharding_decode(
        steps,
        codec: &ShardingIndexed,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64]
    ) -> Result<ChunkArray> {
        sharding_indexed::decode(steps, codec, bytes, data_type, shape)
    }

    // Regular chunk grid.

    /// The configuration parameter `chunk_shape` of a regular grid.
    ChunkShape: fn chunk_shape(_, configuration: &Json) -> Result<Vec<u64>> {
        regular_grid::chunk_shape(configuration)
    }

    /// Whether a regular grid has chunks of this shape.
    CheckGrid: fn check_grid(steps, array_shape: &[u64], chunk_shape: &[u64]) -> Result<()> {
        regular_grid::check(array_shape, chunk_shape, steps.edition)
    }

    /// Number of chunks along each dimension.
    GridShape: fn grid_shape(steps, array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
        regular_grid::grid_shape(array_shape, chunk_shape, steps.edition)
    }

    /// Grid index of the chunk that has the element at `coordinates`.
    ChunkIndex: fn chunk_index(_, coordinates: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
        regular_grid::chunk_index(coordinates, chunk_shape)
    }

    /// Position of the element at `coordinates` within its chunk.
    PositionInChunk: fn position_in_chunk(
        _,
        coordinates: &[u64],
        chunk_shape: &[u64]
    ) -> Vec<u64> {
        regular_grid::position_in_chunk(coordinates, chunk_shape)
    }

    /// Coordinates of the first element of a chunk.
    ChunkOrigin: fn chunk_origin(
        _,
        chunk_index: &[u64],
        chunk_shape: &[u64]
    ) -> Result<Vec<u64>> {
        regular_grid::chunk_origin(chunk_index, chunk_shape)
    }

    // Chunk key encodings.

    /// The configuration parameter `separator` of the default chunk key encoding.
    DefaultSeparator: fn default_separator(_, configuration: &Json) -> Result<Separator> {
        chunk_key::default_separator(configuration)
    }

    /// The configuration parameter `separator` of the v2 chunk key encoding.
    V2Separator: fn v2_separator(_, configuration: &Json) -> Result<Separator> {
        chunk_key::v2_separator(configuration)
    }

    /// The key of a chunk by the default encoding.
    DefaultKey: fn default_key(_, chunk_index: &[u64], separator: Separator) -> String {
        chunk_key::default_key(chunk_index, separator)
    }

    /// The key of a chunk by the v2 encoding.
    V2Key: fn v2_key(_, chunk_index: &[u64], separator: Separator) -> String {
        chunk_key::v2_key(chunk_index, separator)
    }

    // Codec chains.

    /// One entry of a codec list, given its decoded representation.
    Codec: fn codec(steps, value: &Json, decoded: &Representation) -> Result<Codec> {
        codecs::codec(steps, value, decoded)
    }

    /// What a codec yields for a decoded representation.
    EncodedRepresentation: fn encoded_representation(
        steps,
        codec: &Codec,
        decoded: &Representation
    ) -> Result<Representation> {
        codecs::encoded_representation(steps, codec, decoded)
    }

    /// Encodes by one codec of the kind `array -> array`.
    ArrayToArrayEncode: fn array_to_array_encode(
        steps,
        codec: &Codec,
        array: &ChunkArray
    ) -> Result<ChunkArray> {
        codecs::array_to_array_encode(steps, codec, array)
    }

    /// Decodes by one codec of the kind `array -> array`.
    ArrayToArrayDecode: fn array_to_array_decode(
        steps,
        codec: &Codec,
        array: &ChunkArray,
        data_type: DataType,
        shape: &[u64]
    ) -> Result<ChunkArray> {
        codecs::array_to_array_decode(steps, codec, array, data_type, shape)
    }

    /// Encodes by one codec of the kind `array -> bytes`.
    ArrayToBytesEncode: fn array_to_bytes_encode(
        steps,
        codec: &Codec,
        array: &ChunkArray
    ) -> Result<Vec<u8>> {
        codecs::array_to_bytes_encode(steps, codec, array)
    }

    /// Decodes by one codec of the kind `array -> bytes`.
    ArrayToBytesDecode: fn array_to_bytes_decode(
        steps,
        codec: &Codec,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64]
    ) -> Result<ChunkArray> {
        codecs::array_to_bytes_decode(steps, codec, bytes, data_type, shape)
    }

    /// Encodes by one codec of the kind `bytes -> bytes`.
    BytesToBytesEncode: fn bytes_to_bytes_encode(
        steps,
        codec: &Codec,
        bytes: &[u8]
    ) -> Result<Vec<u8>> {
        codecs::bytes_to_bytes_encode(steps, codec, bytes)
    }

    /// Decodes by one codec of the kind `bytes -> bytes`.
    BytesToBytesDecode: fn bytes_to_bytes_decode(
        steps,
        codec: &Codec,
        bytes: &[u8],
        length: Option<u64>
    ) -> Result<Vec<u8>> {
        codecs::bytes_to_bytes_decode(steps, codec, bytes, length)
    }

    /// Whether a codec list has the form that the edition demands.
    ChainForm: fn chain_form(steps, list: &[Codec]) -> Result<()> {
        codecs::chain_form(list, steps.edition)
    }

    /// The chain that a codec list defines, for chunks of this data type and shape.
    Chain: fn chain(
        steps,
        list: &[Json],
        data_type: DataType,
        shape: &[u64],
        fill_value: &Element
    ) -> Result<Chain> {
        codecs::chain(steps, list, data_type, shape, fill_value)
    }

    /// Encodes a chunk by all codecs of a chain.
    Encode: fn encode(steps, chain: &Chain, chunk: &ChunkArray) -> Result<Vec<u8>> {
        codecs::encode(steps, chain, chunk)
    }

    /// Decodes a chunk by all codecs of a chain.
    Decode: fn decode(steps, chain: &Chain, bytes: &[u8]) -> Result<ChunkArray> {
        codecs::decode(steps, chain, bytes)
    }

    // Extension definitions.

    /// An extension definition; `at` says where it stands.
    Extension: fn extension(steps, value: &Json, at: &str) -> Result<Extension> {
        extension::definition(value, at, steps.edition)
    }

    /// Refuses members of a configuration that are not `known`.
    KnownMembers: fn known_members(
        _,
        configuration: &Json,
        at: &str,
        known: &[&str]
    ) -> Result<()> {
        extension::known_members(configuration, at, known)
    }

    // Array metadata.

    /// The metadata document of an array.
    ArrayMetadata: fn array_metadata(steps, document: &[u8]) -> Result<ArrayMetadata> {
        array_metadata::parse(steps, document)
    }

    /// A JSON document.
    Json: fn json(_, document: &[u8]) -> Result<Json> {
        Json::parse(document)
    }

    /// The member `zarr_format`.
    ZarrFormat: fn zarr_format(_, value: &Json) -> Result<()> {
        array_metadata::zarr_format(value)
    }

    /// The member `node_type`.
    NodeType: fn node_type(_, value: &Json) -> Result<()> {
        array_metadata::node_type(value)
    }

    /// The member `shape`.
    Shape: fn shape(_, value: &Json) -> Result<Vec<u64>> {
        array_metadata::shape(value)
    }

    /// The member `data_type`.
    DataType: fn data_type(_, value: &Json) -> Result<DataType> {
        array_metadata::data_type(value)
    }

    /// The member `chunk_grid`: the shape of chunks.
    ChunkGrid: fn chunk_grid(steps, value: &Json, array_shape: &[u64]) -> Result<Vec<u64>> {
        array_metadata::chunk_grid(steps, value, array_shape)
    }

    /// The member `chunk_key_encoding`.
    ChunkKeyEncoding: fn chunk_key_encoding(steps, value: &Json) -> Result<ChunkKeyEncoding> {
        array_metadata::chunk_key_encoding(steps, value)
    }

    /// The member `fill_value`.
    FillValue: fn fill_value(_, value: &Json, data_type: DataType) -> Result<Element> {
        fill_value::fill_value(value, data_type)
    }

    /// The member `codecs`.
    Codecs: fn codecs(
        steps,
        value: &Json,
        data_type: DataType,
        chunk_shape: &[u64],
        fill_value: &Element
    ) -> Result<Chain> {
        array_metadata::codecs(steps, value, data_type, chunk_shape, fill_value)
    }

    /// The member `attributes`.
    Attributes: fn attributes(_, value: &Json) -> Result<Json> {
        array_metadata::attributes(value)
    }

    /// The member `storage_transformers`.
    StorageTransformers: fn storage_transformers(steps, value: &Json) -> Result<()> {
        array_metadata::storage_transformers(steps, value)
    }

    /// The member `dimension_names`.
    DimensionNames: fn dimension_names(
        _,
        value: &Json,
        shape: &[u64]
    ) -> Result<Vec<Option<String>>> {
        array_metadata::dimension_names(value, shape)
    }

    /// A member that the specification does not define.
    AdditionalField: fn additional_field(_, name: &str, value: &Json) -> Result<()> {
        array_metadata::additional_field(name, value)
    }

    // Arrays in a store.

    /// The metadata of the array at the root of a store.
    Open: fn open(steps, store: &dyn Store) -> Result<ArrayMetadata> {
        storage::open(steps, store)
    }

    /// Elements of a region.
    ReadRegion: fn read_region(
        steps,
        store: &dyn Store,
        array: &ArrayMetadata,
        start: &[u64],
        shape: &[u64]
    ) -> Result<ChunkArray> {
        storage::read_region(steps, store, array, start, shape)
    }

    /// Writes elements of a region; all other elements keep their values.
    WriteRegion: [writes] fn write_region(
        steps,
        store: &mut dyn Store,
        array: &ArrayMetadata,
        start: &[u64],
        region: &ChunkArray
    ) -> Result<()> {
        storage::write_region(steps, store, array, start, region)
    }

    /// The chunk at a grid index.
    ReadChunk: fn read_chunk(
        steps,
        store: &dyn Store,
        array: &ArrayMetadata,
        chunk_index: &[u64]
    ) -> Result<ChunkArray> {
        storage::read_chunk(steps, store, array, chunk_index)
    }

    /// Stores the chunk at a grid index.
    WriteChunk: [writes] fn write_chunk(
        steps,
        store: &mut dyn Store,
        array: &ArrayMetadata,
        chunk_index: &[u64],
        chunk: &ChunkArray
    ) -> Result<()> {
        storage::write_chunk(steps, store, array, chunk_index, chunk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rival is noted only where what it replaces gives something else, also inside other steps.
    #[test]
    fn a_probe_tells_who_gives_something_else() {
        let big = [Replacement::DefaultEndian(|_| Endian::Big)];
        let little = [Replacement::DefaultEndian(|_| Endian::Little)];
        let panics = [Replacement::DefaultKey(|_, _, _| panic!("not noted"))];
        let writes = [Replacement::WriteChunk(|_, _, _, _, _| Ok(()))];
        let probe = Probe::new(Edition::Draft, &[&big, &little, &panics, &writes]);
        let steps = Steps::literal(Edition::Draft).probed(&probe);
        let chain = steps
            .chain(&[], DataType::Uint16, &[], &Element::Bits(0))
            .unwrap();
        assert!(probe.take().is_empty());
        steps.decode(&chain, &[1, 2]).unwrap();
        assert_eq!(probe.take(), [0]);
        assert!(probe.take().is_empty());
        steps.default_key(&[1], Separator::Dot);
        assert_eq!(probe.take(), [2]);
    }

    /// A replaced step takes effect where another step calls it, and nowhere else.
    #[test]
    fn only_the_replaced_step_changes() {
        let big = [Replacement::DefaultEndian(|_| Endian::Big)];
        assert_eq!(big[0].step(), Step::DefaultEndian);
        let literal = Steps::literal(Edition::Draft);
        let steps = literal.clone().with(&big);
        let chunk = ChunkArray {
            data_type: DataType::Uint16,
            shape: vec![],
            elements: vec![Element::Bits(0x0102)],
        };
        let encoded = |steps: &Steps| {
            let chain = steps
                .chain(&[], DataType::Uint16, &[], &Element::Bits(0))
                .unwrap();
            steps.encode(&chain, &chunk).unwrap()
        };
        assert_eq!(encoded(&steps), [1, 2]);
        assert_eq!(encoded(&literal), [2, 1]);
        assert_eq!(steps.default_key(&[1], Separator::Dot), "c.1");
    }
}
