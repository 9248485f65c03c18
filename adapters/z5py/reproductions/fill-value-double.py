import json, pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("array", shape=(1,), chunks=(1,), dtype="uint64", compression="raw")
path = pathlib.Path("group.zarr/array/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = 2**64 - 1
path.write_text(json.dumps(document))
found = int(z5py.File("group.zarr", "r")["array"][:][0])
if found == 2**64 - 1:
    raise SystemExit("no longer shows")
print(f"the fill value {2**64 - 1} reads as {found}")
