//! `encode` and `decode`: one chunk through the codec chain.

use serde_json::{Value, json};
use zarrs::array::{
    ArrayBytes, ArrayToBytesCodecTraits as _, CodecChain, CodecOptions, DataType, FillValue,
};
use zarrs::metadata::v3::MetadataV3;

use crate::refusal::Refusal;
use crate::request::{ChunkShape, Elements};

pub fn encode(
    data_type: Value,
    shape: &ChunkShape,
    codecs: Value,
    elements: Elements,
) -> Result<Value, Refusal> {
    let (data_type, fill_value) = element_type(data_type)?;
    let encoded = chain(codecs)?.encode(
        ArrayBytes::new_flen(elements.0),
        shape,
        &data_type,
        &fill_value,
        &CodecOptions::default(),
    )?;
    Ok(json!({"encoded": hex::encode(encoded)}))
}

pub fn decode(
    data_type: Value,
    shape: &ChunkShape,
    codecs: Value,
    encoded: Elements,
) -> Result<Value, Refusal> {
    let (data_type, fill_value) = element_type(data_type)?;
    let decoded = chain(codecs)?.decode(
        encoded.0.into(),
        shape,
        &data_type,
        &fill_value,
        &CodecOptions::default(),
    )?;
    Ok(json!({"elements": fixed_length(decoded)?}))
}

/// Elements of a fixed size, in hexadecimal digits.
pub(crate) fn fixed_length(bytes: ArrayBytes) -> Result<String, Refusal> {
    let bytes = bytes
        .into_fixed()
        .map_err(|error| Refusal::unsupported(error.to_string()))?;
    Ok(hex::encode(bytes))
}

fn chain(codecs: Value) -> Result<CodecChain, Refusal> {
    let codecs: Vec<MetadataV3> = serde_json::from_value(codecs)?;
    Ok(CodecChain::from_metadata(&codecs)?)
}

/// The data type, and the fill value that zarrs wants for a chunk and the protocol doesn't name:
/// zero bytes. Inner chunks of a shard that are missing are read as these.
fn element_type(data_type: Value) -> Result<(DataType, FillValue), Refusal> {
    let metadata: MetadataV3 = serde_json::from_value(data_type)?;
    let data_type = DataType::from_metadata(&metadata)?;
    let size = data_type
        .fixed_size()
        .ok_or_else(|| Refusal::unsupported("a data type of variable size"))?;
    Ok((data_type, FillValue::new(vec![0; size])))
}
