import gzip, pathlib
import tensorstore

metadata = {"shape": [4], "data_type": "uint8", "codecs": [{"name": "gzip", "configuration": {"level": 5}}]}
spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": "array.zarr"}, "metadata": metadata}
array = tensorstore.open(spec, create=True, delete_existing=True).result()
array.write([1, 1, 1, 1]).result()
pathlib.Path("array.zarr/c/0").write_bytes(gzip.compress(b"\1\2") + gzip.compress(b"\3\4"))
try:
    found = array.read().result()
except ValueError as error:
    print(f"two gzip members are refused: {str(error).split(' [')[0]}")
else:
    raise SystemExit(f"no longer shows: {found}")
