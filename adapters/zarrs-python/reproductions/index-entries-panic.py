import pathlib, struct
import zarr

zarr.config.set({"codec_pipeline.path": "zarrs.ZarrsCodecPipeline"})
little = zarr.codecs.BytesCodec(endian="little")
sharding = zarr.codecs.ShardingCodec(chunk_shape=(2,), codecs=[little], index_codecs=[little])
array = zarr.create_array("shard.zarr", shape=(4,), chunks=(4,), dtype="int16", serializer=sharding, compressors=None)
array[...] = 1
index = struct.pack("<4Q", 0, 4, 2**64 - 2, 4)
pathlib.Path("shard.zarr/c/0").write_bytes(struct.pack("<4h", 1, 2, 3, 4) + index)
try:
    array[...]
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
except BaseException as error:
    print(f"the index has the offset 2^64 - 2: {type(error).__name__}: {error}")
