//! The steps of the specification, one method each.
//!
//! [`Literal`] takes every step as the text says it: each default method here calls the function
//! that mirrors the text. The steps that are made of others (a chain of codecs, a metadata document,
//! a region of an array) take them from a [`Reading`], so that a wrong reading of one sentence is
//! written as one replaced method.

use super::array_metadata::{self, ArrayMetadata};
use super::bytes::{self, Endian};
use super::chunk_array::ChunkArray;
use super::chunk_key::{self, ChunkKeyEncoding, Separator};
use super::codecs::{self, Chain, Codec, Representation};
use super::data_type::DataType;
use super::element::Element;
use super::endian;
use super::error::Result;
use super::extension::{self, Extension};
use super::fill_value;
use super::json::Json;
use super::regular_grid;
use super::storage;
use super::store::Store;
use super::transpose;
use zarr_conform_terms::Edition;

/// A reading as a trait object: the steps that are made of others are compiled once, not once for
/// each reading.
pub trait AsReading {
    /// The same reading.
    fn as_reading(&self) -> &dyn Reading;
}

impl<R: Reading> AsReading for R {
    fn as_reading(&self) -> &dyn Reading {
        self
    }
}

/// One reading of the specification.
#[expect(
    missing_docs,
    reason = "each method is documented where it is defined: at the function that it calls"
)]
pub trait Reading: AsReading {
    /// The edition that is read.
    fn edition(&self) -> Edition;

    // Transpose codec.

    fn transpose_order(&self, configuration: &Json, n: usize) -> Result<Vec<usize>> {
        transpose::order(configuration, n, self.edition())
    }

    fn transpose_encoded_shape(&self, decoded_shape: &[u64], order: &[usize]) -> Result<Vec<u64>> {
        Ok(transpose::encoded_shape(decoded_shape, order))
    }

    fn transpose_encode(&self, array: &ChunkArray, order: &[usize]) -> Result<ChunkArray> {
        transpose::encode(array, order)
    }

    fn transpose_decode(
        &self,
        array: &ChunkArray,
        decoded_shape: &[u64],
        order: &[usize],
    ) -> Result<ChunkArray> {
        transpose::decode(array, decoded_shape, order)
    }

    // Bytes codec, and the endian codec of the drafts.

    fn bytes_endian(&self, configuration: &Json, data_type: DataType) -> Result<Option<Endian>> {
        bytes::endian(configuration, data_type)
    }

    fn endian_endian(&self, configuration: &Json) -> Result<Endian> {
        endian::endian(configuration)
    }

    fn default_endian(&self) -> Endian {
        endian::DEFAULT
    }

    fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
        bytes::encode(array, endian)
    }

    fn bytes_decode(
        &self,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64],
        endian: Option<Endian>,
    ) -> Result<ChunkArray> {
        bytes::decode(bytes, data_type, shape, endian)
    }

    // Regular chunk grid.

    fn chunk_shape(&self, configuration: &Json) -> Result<Vec<u64>> {
        regular_grid::chunk_shape(configuration)
    }

    fn check_grid(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<()> {
        regular_grid::check(array_shape, chunk_shape, self.edition())
    }

    fn grid_shape(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
        regular_grid::grid_shape(array_shape, chunk_shape, self.edition())
    }

    fn chunk_index(&self, coordinates: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
        regular_grid::chunk_index(coordinates, chunk_shape)
    }

    fn position_in_chunk(&self, coordinates: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
        regular_grid::position_in_chunk(coordinates, chunk_shape)
    }

    fn chunk_origin(&self, chunk_index: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
        regular_grid::chunk_origin(chunk_index, chunk_shape)
    }

    // Chunk key encodings.

    fn default_separator(&self, configuration: &Json) -> Result<Separator> {
        chunk_key::default_separator(configuration)
    }

    fn v2_separator(&self, configuration: &Json) -> Result<Separator> {
        chunk_key::v2_separator(configuration)
    }

    fn default_key(&self, chunk_index: &[u64], separator: Separator) -> String {
        chunk_key::default_key(chunk_index, separator)
    }

    fn v2_key(&self, chunk_index: &[u64], separator: Separator) -> String {
        chunk_key::v2_key(chunk_index, separator)
    }

    // Codec chains.

    fn codec(&self, value: &Json, decoded: &Representation) -> Result<Codec> {
        codecs::codec(self.as_reading(), value, decoded)
    }

    fn chain_form(&self, list: &[Codec]) -> Result<()> {
        codecs::chain_form(list, self.edition())
    }

    fn chain(&self, list: &[Json], data_type: DataType, shape: &[u64]) -> Result<Chain> {
        codecs::chain(self.as_reading(), list, data_type, shape)
    }

    fn encode(&self, chain: &Chain, chunk: &ChunkArray) -> Result<Vec<u8>> {
        codecs::encode(self.as_reading(), chain, chunk)
    }

    fn decode(&self, chain: &Chain, bytes: &[u8]) -> Result<ChunkArray> {
        codecs::decode(self.as_reading(), chain, bytes)
    }

    // Extension definitions.

    fn extension(&self, value: &Json, at: &str) -> Result<Extension> {
        extension::definition(value, at, self.edition())
    }

    fn known_members(&self, configuration: &Json, at: &str, known: &[&str]) -> Result<()> {
        extension::known_members(configuration, at, known)
    }

    // Array metadata.

    fn array_metadata(&self, document: &[u8]) -> Result<ArrayMetadata> {
        array_metadata::parse(self.as_reading(), document)
    }

    fn json(&self, document: &[u8]) -> Result<Json> {
        Json::parse(document)
    }

    fn zarr_format(&self, value: &Json) -> Result<()> {
        array_metadata::zarr_format(value)
    }

    fn node_type(&self, value: &Json) -> Result<()> {
        array_metadata::node_type(value)
    }

    fn shape(&self, value: &Json) -> Result<Vec<u64>> {
        array_metadata::shape(value)
    }

    fn data_type(&self, value: &Json) -> Result<DataType> {
        array_metadata::data_type(value)
    }

    fn chunk_grid(&self, value: &Json, array_shape: &[u64]) -> Result<Vec<u64>> {
        array_metadata::chunk_grid(self.as_reading(), value, array_shape)
    }

    fn chunk_key_encoding(&self, value: &Json) -> Result<ChunkKeyEncoding> {
        array_metadata::chunk_key_encoding(self.as_reading(), value)
    }

    fn fill_value(&self, value: &Json, data_type: DataType) -> Result<Element> {
        fill_value::fill_value(value, data_type)
    }

    fn codecs(&self, value: &Json, data_type: DataType, chunk_shape: &[u64]) -> Result<Chain> {
        array_metadata::codecs(self.as_reading(), value, data_type, chunk_shape)
    }

    fn attributes(&self, value: &Json) -> Result<Json> {
        array_metadata::attributes(value)
    }

    fn storage_transformers(&self, value: &Json) -> Result<()> {
        array_metadata::storage_transformers(self.as_reading(), value)
    }

    fn dimension_names(&self, value: &Json, shape: &[u64]) -> Result<Vec<Option<String>>> {
        array_metadata::dimension_names(value, shape)
    }

    fn additional_field(&self, name: &str, value: &Json) -> Result<()> {
        array_metadata::additional_field(name, value)
    }

    // Arrays in a store.

    fn open(&self, store: &dyn Store) -> Result<ArrayMetadata> {
        storage::open(self.as_reading(), store)
    }

    fn read_region(
        &self,
        store: &dyn Store,
        array: &ArrayMetadata,
        start: &[u64],
        shape: &[u64],
    ) -> Result<ChunkArray> {
        storage::read_region(self.as_reading(), store, array, start, shape)
    }

    fn write_region(
        &self,
        store: &mut dyn Store,
        array: &ArrayMetadata,
        start: &[u64],
        region: &ChunkArray,
    ) -> Result<()> {
        storage::write_region(self.as_reading(), store, array, start, region)
    }

    fn read_chunk(
        &self,
        store: &dyn Store,
        array: &ArrayMetadata,
        chunk_index: &[u64],
    ) -> Result<ChunkArray> {
        storage::read_chunk(self.as_reading(), store, array, chunk_index)
    }

    fn write_chunk(
        &self,
        store: &mut dyn Store,
        array: &ArrayMetadata,
        chunk_index: &[u64],
        chunk: &ChunkArray,
    ) -> Result<()> {
        storage::write_chunk(self.as_reading(), store, array, chunk_index, chunk)
    }
}

/// The literal reading of an edition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Literal(pub Edition);

impl Reading for Literal {
    fn edition(&self) -> Edition {
        self.0
    }
}
