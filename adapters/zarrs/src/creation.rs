//! `create`: a new array at the root of a folder, or at a path of it.

use serde_json::{Value, json};
use zarrs::array::codec::{ShardingCodecConfigurationV1, ShardingIndexLocation};
use zarrs::array::{
    ArrayBuilder, ArrayMetadataV3, ChunkKeyEncoding, CodecChain, StorageTransformerChain,
};
use zarrs::metadata::v3::MetadataV3;
use zarrs::node::NodePath;

use crate::refusal::Refusal;
use crate::request::{Elements, Place};

/// Creates with [`ArrayBuilder`], the way to a new array in the documentation of zarrs. It takes the
/// metadata part by part and makes `zarr.json` itself, fill value and codecs included, while
/// `Array::new_with_metadata` would write back what it was given.
pub fn create(place: &Place, metadata: Value, elements: Elements) -> Result<Value, Refusal> {
    let store = place.storage()?;
    let metadata: ArrayMetadataV3 = serde_json::from_value(metadata)?;
    let storage_transformers =
        StorageTransformerChain::from_metadata(&metadata.storage_transformers, &NodePath::root())?;
    let mut builder = ArrayBuilder::new(
        metadata.shape,
        metadata.chunk_grid,
        metadata.data_type,
        metadata.fill_value,
    );
    builder
        .chunk_key_encoding(ChunkKeyEncoding::from_metadata(
            &metadata.chunk_key_encoding,
        )?)
        .storage_transformers(storage_transformers)
        .attributes(metadata.attributes)
        .dimension_names(metadata.dimension_names)
        .additional_fields(metadata.additional_fields);
    match subchunks(&metadata.codecs)? {
        Some(subchunks) => {
            let subchunk_shape = subchunks.chunk_shape.iter().map(|it| it.get()).collect();
            encoded_with(&mut builder, &subchunks.codecs)?.subchunk_shape(Some(subchunk_shape));
        }
        None => drop(encoded_with(&mut builder, &metadata.codecs)?),
    }
    let array = builder.build(store, &place.path)?;
    array.store_metadata()?;
    array.store_array_subset(&array.subset_all(), elements.array_bytes()?)?;
    Ok(json!({}))
}

/// The codecs of chunks, or of subchunks where [`ArrayBuilder::subchunk_shape`] is called, too.
fn encoded_with<'a>(
    builder: &'a mut ArrayBuilder,
    codecs: &[MetadataV3],
) -> Result<&'a mut ArrayBuilder, Refusal> {
    let codecs = CodecChain::from_metadata(codecs)?;
    Ok(builder
        .array_to_array_codecs(codecs.array_to_array_codecs().to_vec())
        .array_to_bytes_codec(codecs.array_to_bytes_codec().clone())
        .bytes_to_bytes_codecs(codecs.bytes_to_bytes_codecs().to_vec()))
}

/// The subchunks, where the list is what [`ArrayBuilder::subchunk_shape`] makes of their shape and codecs:
/// sharding and nothing else, with the index as it is when nothing is said of it. Where the list says
/// something else, its user hands a sharding codec to [`ArrayBuilder::array_to_bytes_codec`].
fn subchunks(codecs: &[MetadataV3]) -> Result<Option<ShardingCodecConfigurationV1>, Refusal> {
    let [codec] = codecs else {
        return Ok(None);
    };
    if codec.name() != "sharding_indexed" {
        return Ok(None);
    }
    let Ok(sharding) = codec.to_typed_configuration::<ShardingCodecConfigurationV1>() else {
        return Ok(None);
    };
    let usual: Vec<MetadataV3> = serde_json::from_value(json!([
        {"name": "bytes", "configuration": {"endian": "little"}},
        {"name": "crc32c"},
    ]))?;
    let is_usual =
        sharding.index_codecs == usual && sharding.index_location == ShardingIndexLocation::End;
    Ok(is_usual.then_some(sharding))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The subchunk shape that is handed to the builder, for a codec list.
    fn subchunk_shape(codecs: Value) -> Option<Vec<u64>> {
        let codecs: Vec<MetadataV3> = serde_json::from_value(codecs).ok()?;
        let subchunks = subchunks(&codecs).ok()??;
        Some(subchunks.chunk_shape.iter().map(|it| it.get()).collect())
    }

    fn sharding(index_codecs: &Value) -> Value {
        json!({"name": "sharding_indexed", "configuration": {
            "chunk_shape": [2, 3], "codecs": ["bytes"], "index_codecs": index_codecs,
        }})
    }

    fn index_codecs(endian: &str) -> Value {
        json!([{"name": "bytes", "configuration": {"endian": endian}}, "crc32c"])
    }

    #[test]
    fn subchunks_are_asked_for_by_their_shape_where_that_says_it_all() {
        let usual = sharding(&index_codecs("little"));
        assert_eq!(subchunk_shape(json!([usual])), Some(vec![2, 3]));
        let mut at_start = usual.clone();
        at_start["configuration"]["index_location"] = "start".into();
        assert_eq!(subchunk_shape(json!([at_start])), None);
        assert_eq!(
            subchunk_shape(json!([sharding(&index_codecs("big"))])),
            None
        );
        assert_eq!(subchunk_shape(json!([sharding(&json!(["bytes"]))])), None);
        assert_eq!(subchunk_shape(json!([usual, "crc32c"])), None);
        assert_eq!(subchunk_shape(json!(["bytes"])), None);
    }
}
