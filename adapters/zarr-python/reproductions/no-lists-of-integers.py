import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(3,), dtype="int16", overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["shape"] = 3
document["chunk_grid"]["configuration"]["chunk_shape"] = [True]
document["codecs"].insert(0, {"name": "transpose", "configuration": {"order": [False]}})
path.write_text(json.dumps(document))
try:
    found = zarr.open_array("array.zarr", mode="r")
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"shape 3, chunk_shape [true], order [false] are accepted: {found.shape}, {found.chunks}, {found[:]}")
