import json, pathlib, subprocess, sys
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("array", shape=(1,), chunks=(1,), dtype="uint8", compression="raw")
path = pathlib.Path("group.zarr/array/zarr.json")
document = json.loads(path.read_text())
document["chunk_grid"]["configuration"]["chunk_shape"] = [0]
path.write_text(json.dumps(document))
command = [sys.executable, "-c", 'import z5py; z5py.File("group.zarr", "r")["array"]']
code = subprocess.run(command, capture_output=True).returncode
if code >= 0:
    raise SystemExit("no longer shows")
print(f"opening an array with a chunk length of 0 ends Python by signal {-code}")
