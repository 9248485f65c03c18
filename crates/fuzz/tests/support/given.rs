//! Chunks and codec lists for writers, larger ones than those of cases.

use fastrand::Rng;
use serde_json::Value;
use zarr_conform_fuzz::case::codec::{self, Codec, Endian, Sharding};
use zarr_conform_fuzz::case::value;
use zarr_conform_fuzz::documents;
use zarr_conform_fuzz::tape::Tape;
use zarr_conform_reference::codecs::Chain;
use zarr_conform_reference::{ChunkArray, DataType, Edition, Element, Json, Steps};

/// A codec list, its chain, and a chunk for it.
pub(crate) struct Given {
    /// As a case has it.
    pub(crate) codecs: Vec<Codec>,
    /// For the chunk.
    pub(crate) chain: Chain,
    /// Of one element at least.
    pub(crate) chunk: ChunkArray,
}

/// What chooses one thing.
fn tape(rng: &mut Rng) -> Tape {
    Tape::random(rng.u64(..))
}

/// The literal steps.
pub(crate) fn steps() -> Steps {
    Steps::literal(Edition::V3_1)
}

/// The chunk and the chain of the list for it.
pub(crate) fn given(codecs: Vec<Codec>, chunk: ChunkArray, fill_value: &Element) -> Given {
    let list = codec::list(&codecs).to_string();
    let Json::Array(list) = Json::parse(list.as_bytes()).unwrap() else {
        unreachable!("a codec list is an array");
    };
    let chain = steps().chain(&list, chunk.data_type, &chunk.shape, fill_value);
    let chain = chain.unwrap();
    Given {
        codecs,
        chain,
        chunk,
    }
}

/// A codec of bytes whose encodings are free, for elements of any data type.
pub(crate) fn of_bytes(rng: &mut Rng) -> Codec {
    documents::any_free(&mut tape(rng), DataType::UINT8)
}

/// Elements that can be compressed, or cannot.
pub(crate) fn elements(rng: &mut Rng, data_type: DataType, number: usize) -> Vec<Element> {
    let few: Vec<Element> = (0..rng.usize(1..9))
        .map(|_| value::element(&mut tape(rng), data_type))
        .collect();
    let period = rng.usize(1..40);
    let kind = rng.u8(..4);
    let mut elements: Vec<Element> = Vec::with_capacity(number);
    for i in 0..number {
        elements.push(match kind {
            0 => few[0].clone(),
            1 => few[rng.usize(..few.len())].clone(),
            2 if i >= period && rng.u8(..16) > 0 => elements[i - period].clone(),
            _ => value::element(&mut tape(rng), data_type),
        });
    }
    elements
}

/// Any chunk, of up to some thousand elements, and one to three codecs for it.
pub(crate) fn any(rng: &mut Rng, most: u64) -> Given {
    let data_type = documents::data_types::data_type(&mut tape(rng), |_| true);
    let lengths = [1, 1, 2, 3, 4, 5, 7, 8, 13, 16, 31];
    let mut shape: Vec<u64> = (0..rng.usize(..4))
        .map(|_| lengths[rng.usize(..lengths.len())])
        .collect();
    if rng.u8(..4) == 0 {
        shape = vec![rng.u64(1..=most)];
    }
    let number = usize::try_from(shape.iter().product::<u64>()).unwrap();
    let chunk = ChunkArray::new(data_type, shape, elements(rng, data_type, number)).unwrap();
    let fill_value = if rng.bool() {
        chunk.elements[0].clone()
    } else {
        value::element(&mut tape(rng), data_type)
    };
    let codecs = codecs(rng, data_type, &chunk.shape, 0);
    given(codecs, chunk, &fill_value)
}

fn codecs(rng: &mut Rng, data_type: DataType, shape: &[u64], depth: u8) -> Vec<Codec> {
    let mut list = Vec::new();
    let mut shape = shape.to_vec();
    if rng.u8(..4) == 0 {
        let mut order: Vec<usize> = (0..shape.len()).collect();
        rng.shuffle(&mut order);
        shape = order.iter().map(|from| shape[*from]).collect();
        list.push(Codec::Transpose { order });
    }
    let is_sharded = depth < 2 && rng.u8(..3) == 0;
    list.push(if is_sharded {
        let divisor = |rng: &mut Rng, length: u64| {
            let divisors: Vec<u64> = (1..=length).filter(|it| length % it == 0).collect();
            divisors[rng.usize(..divisors.len())].max(length.div_ceil(64))
        };
        let fits = |inner: &Vec<u64>| inner.iter().zip(&shape).all(|(i, s)| s % i == 0);
        let inner: Vec<u64> = shape.iter().map(|length| divisor(rng, *length)).collect();
        let inner = Some(inner).filter(fits).unwrap_or_else(|| shape.clone());
        let big_endian = Codec::bytes(Some(Endian::Big));
        Codec::Sharding(Box::new(Sharding {
            codecs: codecs(rng, data_type, &inner, depth + 1),
            chunk_shape: inner,
            index_codecs: vec![big_endian, Codec::of_bytes("crc32c", Value::Null)],
            at_start: Some(rng.bool()),
        }))
    } else {
        codec::plainest(data_type)
    });
    for _ in 0..rng.u8(1..3) {
        list.push(of_bytes(rng));
    }
    if rng.u8(..4) == 0 {
        list.push(Codec::of_bytes("crc32c", Value::Null));
    }
    list
}
