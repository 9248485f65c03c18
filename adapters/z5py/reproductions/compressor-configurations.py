import json, pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("a", shape=(2,), chunks=(2,), dtype="uint8", compression="gzip")
path = pathlib.Path("group.zarr/a/zarr.json")
document = json.loads(path.read_text())
document["codecs"][-1]["configuration"]["level"] = 22
path.write_text(json.dumps(document))
try:
    array = z5py.File("group.zarr", "a")["a"]
    array[:] = [8, 9]
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"level 22 of gzip is accepted, and written with: {array[:].tolist()}")
