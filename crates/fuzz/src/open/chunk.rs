//! Variants of what surrounds a codec list, or a chunk that is encoded already.

use fastrand::Rng;
use serde_json::{Value, json};
use zarr_conform_reference::store::MemoryStore;
use zarr_conform_reference::{ArrayMetadata, ChunkArray, DataType, data_type};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Presentation;

use super::{Reading, document};
use crate::Choices;
use crate::case::Keys;
use crate::case::codec::{Codec, Spelling, list};
use crate::case::value::{self, FillValue};
use crate::documents::data_types;
use crate::tape::Tape;

/// The most chunks of a variant along one dimension.
const MOST_CHUNKS: u64 = 3;
/// How often elements are chosen for a chunk.
const MOST_CHOICES: u64 = 8;
/// The most elements of a chunk that is made longer.
const MOST_ELEMENTS: u64 = 512;

/// What chooses one thing.
fn of(rng: &mut Rng) -> Tape {
    Tape::random(rng.u64(..))
}

/// What a golden fact gives.
pub(super) struct Given {
    data_type: DataType,
    shape: Vec<u64>,
    codecs: Vec<Value>,
}

impl Given {
    /// Nothing where the data type is not a core one, or the chunk has no elements.
    pub(super) fn new(data_type: &str, shape: &[u64], codecs: &[Value]) -> Option<Self> {
        Some(Self {
            data_type: data_type::from_text(data_type)
                .ok()
                .filter(|_| !shape.contains(&0))?,
            shape: shape.to_vec(),
            codecs: codecs.to_vec(),
        })
    }

    /// Whether a codec of the list looks at lengths or at the number of dimensions.
    fn has_lengths(&self) -> bool {
        let of_lengths = ["sharding_indexed", "transpose"];
        let name = |it: &Value| it.get("name").and_then(Value::as_str).map(str::to_owned);
        let mut names = self.codecs.iter().filter_map(name);
        names.any(|it| of_lengths.contains(&it.as_str()))
    }
}

/// A store with one chunk of random elements, encoded by a codec list.
pub(super) fn of_codecs(
    rng: &mut Rng,
    mut given: Given,
    choices: &Choices,
    readings: &[Reading],
) -> Option<MemoryStore> {
    if rng.bool() {
        let is_known = |it: DataType| it.editions().contains(&choices.edition);
        given.data_type = data_types::data_type(&mut of(rng), is_known);
    }
    let longer = given.shape.iter().map(|length| length * rng.u64(1..=2));
    let longer: Vec<u64> = longer.collect();
    if !given.has_lengths() && longer.iter().product::<u64>() <= MOST_ELEMENTS {
        given.shape = longer;
    }
    let surrounded = Surrounded::random(rng, given, choices);
    let document = surrounded.document(rng);
    let (reading, array) = accepted(&document, readings)?;
    let (chunk_shape, chain) = array.only_shape().ok()?;
    let number = chunk_shape.iter().product();
    let mut encoded = None;
    for at in 0..MOST_CHOICES {
        let element = value::element(&mut of(rng), array.data_type);
        let others = (1..number).map(|_| match at {
            0 => value::element(&mut of(rng), array.data_type),
            // A codec may not take every element: of one kind, some chunk is encoded.
            _ => element.clone(),
        });
        let elements = std::iter::once(element.clone()).chain(others);
        let chunk =
            ChunkArray::new(array.data_type, chunk_shape.clone(), elements.collect()).ok()?;
        encoded = reading.steps.encode(chain, &chunk).ok();
        if encoded.is_some() {
            break;
        }
    }
    let encoded = encoded?;
    let key = surrounded.key(rng, reading, &array);
    Some(document::store(document, [(key, encoded)]))
}

/// A store with one chunk, which a codec list is to decode.
pub(super) fn of_bytes(
    rng: &mut Rng,
    given: Given,
    encoded: &[u8],
    choices: &Choices,
    readings: &[Reading],
) -> Option<MemoryStore> {
    let surrounded = Surrounded::random(rng, given, choices);
    let document = surrounded.document(rng);
    let (reading, array) = accepted(&document, readings)?;
    let steps = &reading.steps;
    let encoded = surrounded
        .after
        .iter()
        .fold(encoded.to_vec(), |bytes, it| match it.name() {
            "gzip" => steps.gzip_encode(&bytes),
            _ => steps.crc32c_encode(&bytes),
        });
    let key = surrounded.key(rng, reading, &array);
    Some(document::store(document, [(key, encoded)]))
}

/// The first reading that accepts a document.
fn accepted<'a>(document: &str, readings: &'a [Reading]) -> Option<(&'a Reading, ArrayMetadata)> {
    readings.iter().find_map(|reading| {
        let array = reading.steps.array_metadata(document.as_bytes()).ok()?;
        Some((reading, array))
    })
}

/// A codec list with others before and after it, in an array of several chunks.
struct Surrounded {
    data_type: DataType,
    chunk_shape: Vec<u64>,
    shape: Vec<u64>,
    codecs: Vec<Value>,
    after: Vec<Codec>,
    keys: Keys,
}

impl Surrounded {
    fn random(rng: &mut Rng, given: Given, choices: &Choices) -> Self {
        let mut chunk_shape = given.shape;
        let mut codecs = given.codecs;
        if chunk_shape.len() > 1 && choices.has_codec("transpose") && rng.bool() {
            let mut order: Vec<usize> = (0..chunk_shape.len()).collect();
            rng.shuffle(&mut order);
            // The transposed chunk has the shape that was given.
            let transposed = chunk_shape.clone();
            for (to, &from) in order.iter().enumerate() {
                chunk_shape[from] = transposed[to];
            }
            codecs.insert(0, Codec::Transpose { order }.json());
        }
        let mut after = Vec::new();
        let gzip = Codec::of_bytes("gzip", json!({"level": 1}));
        for codec in [Codec::of_bytes("crc32c", Value::Null), gzip] {
            if choices.has_codec(codec.name()) && rng.u8(..4) == 0 {
                after.push(codec);
            }
        }
        if let Value::Array(more) = list(&after) {
            codecs.extend(more);
        }
        let shape = chunk_shape.iter().map(|length| {
            let whole = (rng.u64(1..=MOST_CHUNKS) - 1) * length;
            whole + rng.u64(1..=*length)
        });
        Self {
            data_type: given.data_type,
            shape: shape.collect(),
            chunk_shape,
            codecs,
            after,
            keys: Keys {
                is_v2: rng.u8(..4) == 0,
                separator: [Some('/'), Some('.')][rng.usize(..2)],
                spelling: Spelling::Object,
            },
        }
    }

    fn document(&self, rng: &mut Rng) -> String {
        // The forms of the older edition are those of both.
        let fill_value = FillValue::random(&mut of(rng), self.data_type, Edition::V3_0);
        let members = Presentation::members(
            (&self.shape, &self.chunk_shape),
            &self.data_type.into(),
            self.keys.json(),
            fill_value.spelling,
            Value::from(self.codecs.clone()),
        );
        let presentation = Presentation::ALL[rng.usize(..Presentation::ALL.len())];
        presentation.text(members, self.shape.len())
    }

    /// The key of some chunk.
    fn key(&self, rng: &mut Rng, reading: &Reading, array: &ArrayMetadata) -> String {
        let lengths = self.shape.iter().zip(&self.chunk_shape);
        let index = lengths.map(|(length, chunk)| rng.u64(..length.div_ceil(*chunk)));
        array.chunk_key(&reading.steps, &index.collect::<Vec<_>>())
    }
}
