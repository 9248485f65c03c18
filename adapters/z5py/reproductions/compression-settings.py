import json, pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("a", shape=(64,), chunks=(64,), dtype="int32", compression="blosc")
path = pathlib.Path("group.zarr/a/zarr.json")
document = json.loads(path.read_text())
document["codecs"][-1]["configuration"]["typesize"] = 2
path.write_text(json.dumps(document))
z5py.File("group.zarr", "a")["a"][:] = range(64)
found = pathlib.Path("group.zarr/a/c/0").read_bytes()[3]
if found == 2:
    raise SystemExit("no longer shows")
print(f"typesize is 2, and the header of the chunk says {found}")
