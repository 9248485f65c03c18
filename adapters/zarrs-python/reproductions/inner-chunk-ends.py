import pathlib, struct
import zarr

zarr.config.set({"codec_pipeline.path": "zarrs.ZarrsCodecPipeline"})
little = zarr.codecs.BytesCodec(endian="little")
sharding = zarr.codecs.ShardingCodec(chunk_shape=(2,), codecs=[little], index_codecs=[little])
array = zarr.create_array("shard.zarr", shape=(4,), chunks=(4,), dtype="uint8", serializer=sharding, compressors=None)
array[...] = 9
# The first inner chunk has one byte, the 1, of two. The second is 3 4.
pathlib.Path("shard.zarr/c/0").write_bytes(bytes([1, 3, 4]) + struct.pack("<4Q", 0, 1, 1, 2))
try:
    array[...]
except RuntimeError as error:
    print(f"the whole shard: {error}")
print(f"its first inner chunk, of which the second byte is not stored: {array[0:2]}")
