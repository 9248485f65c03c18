import pathlib
import tensorstore

metadata = {"shape": [4], "data_type": "uint8", "codecs": [{"name": "zstd", "configuration": {"level": 1}}]}
spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": "array.zarr"}, "metadata": metadata}
array = tensorstore.open(spec, create=True, delete_existing=True).result()
array.write([1, 2, 3, 4]).result()
path = pathlib.Path("array.zarr/c/0")
path.write_bytes(bytes.fromhex("502a4d1800000000") + path.read_bytes())
try:
    found = array.read().result()
except ValueError as error:
    print(f"a skippable frame before the data is refused: {str(error).split(' [')[0]}")
else:
    raise SystemExit(f"no longer shows: {found}")
