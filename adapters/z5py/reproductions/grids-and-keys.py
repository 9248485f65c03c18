import json, pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("array", shape=(1,), chunks=(1,), dtype="uint8", compression="raw")
path = pathlib.Path("group.zarr/array/zarr.json")
document = json.loads(path.read_text())
document["chunk_grid"]["name"] = document["chunk_key_encoding"]["name"] = "unknown"
path.write_text(json.dumps(document))
try:
    found = z5py.File("group.zarr", "r")["array"][:].tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"a grid and a key encoding of the name unknown are accepted; an array reads as {found}")
