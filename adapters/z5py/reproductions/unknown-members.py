import json, pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("array", shape=(1,), chunks=(1,), dtype="uint8", compression="raw")
path = pathlib.Path("group.zarr/array/zarr.json")
document = json.loads(path.read_text())
document["storage_transformers"] = [{"name": "no-such-transformer"}]
path.write_text(json.dumps(document))
try:
    found = z5py.File("group.zarr", "r")["array"][:].tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"a storage transformer that does not exist is accepted, and an array reads as {found}")
