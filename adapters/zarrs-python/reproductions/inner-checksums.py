import pathlib, struct
import zarr

zarr.config.set({"codec_pipeline.path": "zarrs.ZarrsCodecPipeline"})
little, crc32c = zarr.codecs.BytesCodec(endian="little"), zarr.codecs.Crc32cCodec()
sharding = zarr.codecs.ShardingCodec(chunk_shape=(2,), codecs=[little, crc32c], index_codecs=[little])
array = zarr.create_array("shard.zarr", shape=(4,), chunks=(4,), dtype="uint8", serializer=sharding, compressors=None)
# Two inner chunks, each with the checksum 0, which is wrong, and the index.
shard = bytes([1, 2, 0, 0, 0, 0, 3, 4, 0, 0, 0, 0]) + struct.pack("<4Q", 0, 6, 6, 6)
array[...] = 9
pathlib.Path("shard.zarr/c/0").write_bytes(shard)
try:
    array[...]
except RuntimeError as error:
    print(f"the whole shard: {error}")
print(f"its first inner chunk, of which the checksum is wrong, too: {array[0:2]}")
