import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(0,), chunks=(1,), dtype="int16", overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["chunk_grid"]["configuration"]["chunk_shape"] = [0]
path.write_text(json.dumps(document))
try:
    found = zarr.open_array("array.zarr", mode="r").chunks
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"an array with chunks of shape {found} is accepted")
