import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(6,), chunks=(2,), dtype="int16", overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["chunk_grid"]["configuration"]["chunk_shape"] = [0]
path.write_text(json.dumps(document))
try:
    array = zarr.open_array("array.zarr", mode="r+")
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
array[0] = 1
stored = json.loads(path.read_text())["chunk_grid"]["configuration"]["chunk_shape"]
print(f"chunk_shape [0] is opened as {array.chunks}; after a write it is {stored}")
