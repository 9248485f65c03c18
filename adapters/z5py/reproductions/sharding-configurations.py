import json, pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
array = group.create_dataset("a", shape=(2,), chunks=(1,), shards=(2,), dtype="uint8", compression="raw")
array[:] = [8, 9]
path = pathlib.Path("group.zarr/a/zarr.json")
document = json.loads(path.read_text())
configuration = document["codecs"][0]["configuration"]
configuration["index_codecs"] = "anything"
path.write_text(json.dumps(document))
try:
    found = z5py.File("group.zarr", "r")["a"][:].tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f'index_codecs is "anything", and the array reads as {found}')
