import json, pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("array", shape=(1,), chunks=(1,), dtype="uint8", compression="raw")
path = pathlib.Path("group.zarr/array/zarr.json")
document = json.loads(path.read_text())
document["codecs"] = [{"name": "gzip", "configuration": {"level": 1}}, {"name": "bytes"}]
path.write_text(json.dumps(document))
try:
    found = z5py.File("group.zarr", "r")["array"][:].tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"gzip before bytes is accepted, and an array reads as {found}")
