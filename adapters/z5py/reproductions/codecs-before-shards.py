import json, pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("a", shape=(2,), chunks=(1,), shards=(2,), dtype="uint8", compression="raw")
path = pathlib.Path("group.zarr/a/zarr.json")
document = json.loads(path.read_text())
document["codecs"].insert(0, {"name": "scale_offset", "configuration": {"offset": 1}})
path.write_text(json.dumps(document))
z5py.File("group.zarr", "a")["a"][:] = [8, 9]
stored = pathlib.Path("group.zarr/a/c/0").read_bytes()
if not stored.startswith(b"\x08\x09"):
    raise SystemExit("no longer shows")
print(f"the offset before sharding_indexed is 1, and the shard starts with 8 and 9: {stored.hex()}")
