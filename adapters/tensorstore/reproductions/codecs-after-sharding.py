import tensorstore

little = {"name": "bytes", "configuration": {"endian": "little"}}
configuration = {"chunk_shape": [2], "codecs": [little], "index_codecs": [little]}
codecs = [{"name": "sharding_indexed", "configuration": configuration}, {"name": "crc32c"}]
metadata = {"shape": [4], "data_type": "int16", "codecs": codecs}
spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": "array.zarr"}, "metadata": metadata}
try:
    tensorstore.open(spec, create=True, delete_existing=True).result()
except ValueError as error:
    print(f"crc32c after sharding_indexed is refused: {str(error)[:300]}")
else:
    raise SystemExit("no longer shows")
