//! `encode` and `decode`: one chunk through the codec chain.

use serde_json::{Value, json};
use zarrs::array::{
    ArrayBytes, ArrayToBytesCodecTraits as _, CodecChain, CodecOptions, DataType, FillValue,
};
use zarrs::metadata::v3::MetadataV3;

use crate::refusal::Refusal;
use crate::request::{ChunkShape, Elements, Encoded};

pub fn encode(
    data_type: Value,
    shape: &ChunkShape,
    codecs: Value,
    elements: Elements,
) -> Result<Value, Refusal> {
    let (data_type, fill_value) = element_type(data_type)?;
    let encoded = chain(codecs)?.encode(
        elements.array_bytes()?,
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
    encoded: Encoded,
) -> Result<Value, Refusal> {
    let (data_type, fill_value) = element_type(data_type)?;
    let decoded = chain(codecs)?.decode(
        encoded.0.into(),
        shape,
        &data_type,
        &fill_value,
        &CodecOptions::default(),
    )?;
    Ok(json!({"elements": digits(decoded)?}))
}

/// Elements in hexadecimal digits; of a variable size, a list with those of each.
pub(crate) fn digits(bytes: ArrayBytes) -> Result<Value, Refusal> {
    match bytes {
        ArrayBytes::Fixed(bytes) => Ok(hex::encode(bytes).into()),
        ArrayBytes::Variable(variable) => {
            let (bytes, offsets) = variable.into_parts();
            let each = offsets
                .windows(2)
                .map(|it| hex::encode(&bytes[it[0]..it[1]]));
            Ok(each.collect())
        }
        ArrayBytes::Optional(_) => Err(Refusal::unsupported("optional elements")),
    }
}

fn chain(codecs: Value) -> Result<CodecChain, Refusal> {
    let codecs: Vec<MetadataV3> = serde_json::from_value(codecs)?;
    Ok(CodecChain::from_metadata(&codecs)?)
}

/// The data type, and the fill value that zarrs wants for a chunk and the protocol doesn't name:
/// zero bytes, or none where elements are of variable size. Inner chunks of a shard that are missing are read as these.
fn element_type(data_type: Value) -> Result<(DataType, FillValue), Refusal> {
    let metadata: MetadataV3 = serde_json::from_value(data_type)?;
    let data_type = DataType::from_metadata(&metadata)?;
    let size = data_type.fixed_size().unwrap_or(0);
    Ok((data_type, FillValue::new(vec![0; size])))
}
