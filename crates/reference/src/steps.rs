//! The steps of the specification, each with the function of this reference that takes it.
//!
//! [`Steps`] is a table of functions. [`Steps::literal`] has the functions that mirror the text; a
//! wrong reading of one sentence is the same table with a few steps replaced ([`Replacement`]).
//! Steps that are made of others (a chain of codecs, a metadata document, a region of an array)
//! call them through the table, so that a replaced step takes effect wherever it is called. Hence
//! the circle between this file and those: the table names their functions, and they call each
//! other by the table.
//!
//! Every call goes through a method of [`Steps`], which notes the step in a [`Trace`] where one is
//! asked for. An answer of the literal reference that did not call any of the steps that a wrong
//! reading replaces is the answer of the wrong reading, too.
//!
//! ```
//! use zarr_conform_reference::Edition;
//! use zarr_conform_reference::steps::{Replacement, Step, StepSet, Steps, Trace};
//!
//! let trace = Trace::default();
//! let steps = Steps::literal(Edition::V3_1).traced(&trace);
//! assert_eq!(steps.chunk_index(&[5, 7], &[2, 3]), [2, 2]);
//! assert_eq!(trace.take(), StepSet::of(&[Step::ChunkIndex]));
//!
//! let replaced = [Replacement::ChunkIndex(|_, coordinates, _| coordinates.to_vec())];
//! let steps = Steps::literal(Edition::V3_1).with(&replaced);
//! assert_eq!(steps.chunk_index(&[5, 7], &[2, 3]), [5, 7]);
//! ```

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::array_metadata::{self, ArrayMetadata};
use super::chunk_array::ChunkArray;
use super::chunk_key::{self, ChunkKeyEncoding, Separator};
use super::codecs::bytes::Endian;
use super::codecs::{self, Chain, Codec, Representation, bytes, endian, transpose};
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
    trace: Option<Trace>,
    probe: Option<Probe>,
}

impl Steps {
    /// Every step as the text of an edition says it.
    pub fn literal(edition: Edition) -> Self {
        Self {
            edition,
            table: LITERAL,
            trace: None,
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

    /// The same steps, each call noted in `trace`.
    #[must_use]
    pub fn traced(mut self, trace: &Trace) -> Self {
        self.trace = Some(trace.clone());
        self
    }

    /// The same steps, each call also made by the rivals of `probe`.
    #[must_use]
    pub fn probed(mut self, probe: &Probe) -> Self {
        self.probe = Some(probe.clone());
        self
    }

    /// The edition that is read.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    fn note(&self, step: Step) {
        if let Some(trace) = &self.trace {
            trace.note(step);
        }
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
/// whoever replaces it counts as answering otherwise.
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
                    self.note(Step::$step);
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
    Chain: fn chain(steps, list: &[Json], data_type: DataType, shape: &[u64]) -> Result<Chain> {
        codecs::chain(steps, list, data_type, shape)
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
        chunk_shape: &[u64]
    ) -> Result<Chain> {
        array_metadata::codecs(steps, value, data_type, chunk_shape)
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

/// A set of steps.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct StepSet(u128);

const _: () = assert!(Step::ALL.len() <= 128, "a set has one bit for each step");

impl StepSet {
    /// The set of these steps.
    pub fn of(steps: &[Step]) -> Self {
        steps.iter().copied().collect()
    }

    /// Adds a step.
    pub fn insert(&mut self, step: Step) {
        self.0 |= 1 << step as u32;
    }

    /// Whether the step is in the set.
    pub fn contains(self, step: Step) -> bool {
        self.0 & 1 << step as u32 != 0
    }

    /// Whether no step is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether some step is in both sets.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The steps of either set.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The steps in the order of [`Step::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Step> {
        Step::ALL
            .iter()
            .copied()
            .filter(move |step| self.contains(*step))
    }
}

impl FromIterator<Step> for StepSet {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        let mut set = Self::default();
        for step in steps {
            set.insert(step);
        }
        set
    }
}

impl fmt::Debug for StepSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Notes which steps are called. Clones share what they note, also between threads.
#[derive(Clone)]
pub struct Trace(Arc<[AtomicBool; Step::ALL.len()]>);

impl Trace {
    /// The steps that were called since the last time that somebody took them.
    pub fn take(&self) -> StepSet {
        let is_noted = |step: &Step| self.0[*step as usize].swap(false, Ordering::Relaxed);
        Step::ALL.iter().copied().filter(is_noted).collect()
    }

    fn note(&self, step: Step) {
        self.0[step as usize].store(true, Ordering::Relaxed);
    }
}

/// No step was called yet.
impl Default for Trace {
    fn default() -> Self {
        Self(Arc::new(
            [const { AtomicBool::new(false) }; Step::ALL.len()],
        ))
    }
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noted = |step: &Step| self.0[*step as usize].load(Ordering::Relaxed);
        f.debug_set()
            .entries(Step::ALL.iter().filter(|step| noted(step)))
            .finish()
    }
}

/// Asks rivals, which are the literal steps with some replaced, to take each step that they replace
/// with the arguments that the literal reference takes it with, and notes who gives something else.
/// A rival that never does gives the same answers as the literal reference: up to the first call
/// that it answers otherwise, it makes the same calls. Clones share what they note.
#[derive(Clone)]
pub struct Probe(Arc<Rivals>);

struct Rivals {
    steps: Vec<Steps>,
    /// For each step, the rivals that replace it.
    replacing: Vec<Vec<usize>>,
    /// For each rival, whether it gave something else.
    is_other: Vec<AtomicBool>,
}

impl Probe {
    /// The literal steps of an edition with each of these lists of replacements.
    pub fn new(edition: Edition, rivals: &[&[Replacement]]) -> Self {
        let replaces = |rival: &[Replacement], step| rival.iter().any(|it| it.step() == step);
        let replacing = |step: &Step| {
            let all = rivals.iter().enumerate();
            let found = all.filter(|(_, rival)| replaces(rival, *step));
            found.map(|(at, _)| at).collect()
        };
        Self(Arc::new(Rivals {
            steps: rivals
                .iter()
                .map(|rival| Steps::literal(edition).with(rival))
                .collect(),
            replacing: Step::ALL.iter().map(replacing).collect(),
            is_other: rivals.iter().map(|_| AtomicBool::new(false)).collect(),
        }))
    }

    /// Positions of the rivals that gave something else since the last time that somebody took
    /// them, ascending.
    pub fn take(&self) -> Vec<usize> {
        let all = self.0.is_other.iter().enumerate();
        let other = all.filter(|(_, is_other)| is_other.swap(false, Ordering::Relaxed));
        other.map(|(at, _)| at).collect()
    }

    /// Notes the rivals that replace the step and for which `is_same` does not hold. One that
    /// panics is another.
    fn ask(&self, step: Step, is_same: impl Fn(&Steps) -> bool) {
        for &at in &self.0.replacing[step as usize] {
            let is_other = &self.0.is_other[at];
            if !is_other.load(Ordering::Relaxed) {
                let rival = &self.0.steps[at];
                let same = catch_unwind(AssertUnwindSafe(|| is_same(rival)));
                is_other.store(!same.unwrap_or(false), Ordering::Relaxed);
            }
        }
    }
}

impl fmt::Debug for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.0.is_other).finish()
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
        let chain = steps.chain(&[], DataType::Uint16, &[]).unwrap();
        assert!(probe.take().is_empty());
        steps.decode(&chain, &[1, 2]).unwrap();
        assert_eq!(probe.take(), [0]);
        assert!(probe.take().is_empty());
        steps.default_key(&[1], Separator::Dot);
        assert_eq!(probe.take(), [2]);
    }

    /// A step that calls others is noted with them, and what was taken is not told again.
    #[test]
    fn a_trace_has_every_step_that_was_called() {
        let trace = Trace::default();
        let steps = Steps::literal(Edition::V3_1).traced(&trace);
        let list =
            Json::parse(br#"[{"name": "transpose", "configuration": {"order": [1, 0]}}, "bytes"]"#);
        let Ok(Json::Array(list)) = list else {
            panic!("{list:?}")
        };
        steps.chain(&list, DataType::Uint8, &[2, 3]).unwrap();
        let expected = [
            Step::TransposeOrder,
            Step::TransposeEncodedShape,
            Step::BytesEndian,
            Step::Codec,
            Step::EncodedRepresentation,
            Step::ChainForm,
            Step::Chain,
            Step::Extension,
            Step::KnownMembers,
        ];
        assert_eq!(trace.take(), StepSet::of(&expected));
        assert!(trace.take().is_empty());
    }

    #[test]
    fn steps_without_a_trace_note_nothing() {
        let trace = Trace::default();
        let _traced = Steps::literal(Edition::V3_1).traced(&trace);
        Steps::literal(Edition::V3_1).default_endian();
        assert!(trace.take().is_empty());
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
            let chain = steps.chain(&[], DataType::Uint16, &[]).unwrap();
            steps.encode(&chain, &chunk).unwrap()
        };
        assert_eq!(encoded(&steps), [1, 2]);
        assert_eq!(encoded(&literal), [2, 1]);
        assert_eq!(steps.default_key(&[1], Separator::Dot), "c.1");
    }

    #[test]
    fn sets_hold_what_was_put_into_them() {
        let (first, last) = (Step::ALL[0], Step::ALL[Step::ALL.len() - 1]);
        let set = StepSet::of(&[last, first]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [first, last]);
        assert!(set.meets(StepSet::of(&[last])));
        assert!(!set.meets(StepSet::of(&Step::ALL[1..Step::ALL.len() - 1])));
        assert_eq!(StepSet::of(&[first]).union(StepSet::of(&[last])), set);
    }
}
