import json, pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("array", shape=(2,), chunks=(2,), dtype="int16", compression="raw")[:] = [1, 2]
path = pathlib.Path("group.zarr/array/zarr.json")
document = json.loads(path.read_text())
document["codecs"] = [{"name": "bytes", "configuration": {"endian": "big"}}]
path.write_text(json.dumps(document))
pathlib.Path("group.zarr/array/c/0").write_bytes(bytes([0, 1, 0, 2]))
found = z5py.File("group.zarr", "r")["array"][:].tolist()
if found == [1, 2]:
    raise SystemExit("no longer shows")
print(f"the chunk 0001 0002 is big endian, and reads as {found}")
