import gzip, json, pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("twice", shape=(2,), chunks=(2,), dtype="uint8", compression="gzip")
path = pathlib.Path("group.zarr/twice/zarr.json")
document = json.loads(path.read_text())
document["codecs"].append(document["codecs"][-1])
path.write_text(json.dumps(document))
z5py.File("group.zarr", "a")["twice"][:] = [8, 9]
once = gzip.decompress(pathlib.Path("group.zarr/twice/c/0").read_bytes())
if once != bytes([8, 9]):
    raise SystemExit("no longer shows")
print(f"gzip stands twice in codecs, and after one decompression the chunk is {once.hex()}")
