import json, pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("array", shape=(3,), chunks=(1,), dtype="uint8", compression="raw")
path = pathlib.Path("group.zarr/array/zarr.json")
document = json.loads(path.read_text())
document.update(shape=[3.5], attributes=[], dimension_names=5)
path.write_text(json.dumps(document))
try:
    found = z5py.File("group.zarr", "r")["array"].shape
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"shape [3.5], a list of attributes and the number 5 as names are accepted; shape {found}")
