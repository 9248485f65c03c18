import json, pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("array", shape=(1,), chunks=(1,), dtype="float32", compression="raw")
path = pathlib.Path("group.zarr/array/zarr.json")
document = json.loads(path.read_text())
document["chunk_key_encoding"] = "default"
path.write_text(json.dumps(document))
try:
    z5py.File("group.zarr", "r")["array"]
except (RuntimeError, ValueError) as error:
    print(f"short-hand names are refused: {error}")
else:
    raise SystemExit("no longer shows")
