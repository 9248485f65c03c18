import json, pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("array", shape=(1,), chunks=(1,), dtype="float32", compression="raw")
path = pathlib.Path("group.zarr/array/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = None
path.write_text(json.dumps(document))
try:
    found = z5py.File("group.zarr", "r")["array"][:].tolist()[0]
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"the fill value null is accepted for float32 and reads as {found}")
