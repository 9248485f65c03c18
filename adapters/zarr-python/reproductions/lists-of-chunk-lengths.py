import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(2, 3), chunks=(2, 3), dtype="int16", overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["chunk_grid"]["configuration"]["chunk_shape"] = [2, [2, 1]]
path.write_text(json.dumps(document))
try:
    found = zarr.open_array("array.zarr", mode="r").write_chunk_sizes
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"a regular grid of chunk_shape [2, [2, 1]] is accepted, with chunks of {found}")
