import json, pathlib, struct
import zarr

zarr.config.set({"codec_pipeline.path": "zarrs.ZarrsCodecPipeline"})
little = {"name": "bytes", "configuration": {"endian": "little"}}
blosc = {"cname": "lz4", "clevel": 5, "shuffle": "shuffle", "typesize": 12, "blocksize": 0}
shards = {"chunk_shape": [2], "codecs": [little], "index_codecs": [little]}
metadata = {"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8", "fill_value": 0,
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}}, "chunk_key_encoding": {"name": "default"},
    "codecs": [{"name": "sharding_indexed", "configuration": shards}, {"name": "blosc", "configuration": blosc}]}
pathlib.Path("array.zarr/c").mkdir(parents=True)
pathlib.Path("array.zarr/zarr.json").write_text(json.dumps(metadata))
# The header of Blosc and a copied shard: unused bytes, the inner chunk 1 2, eight more, and the index.
shard = bytes([9, 9, 1, 2] + [0] * 8) + struct.pack("<4Q", 2, 2, 2**64 - 1, 2**64 - 1)
pathlib.Path("array.zarr/c/0").write_bytes(struct.pack("<4B3I", 2, 1, 0x23, 12, 44, 44, 60) + shard)
found = zarr.open_array("array.zarr", mode="r")[...].tolist()
print(f"the inner chunk is [1, 2], read: {found}")
raise SystemExit("no longer shows" if found == [1, 2] else 0)
