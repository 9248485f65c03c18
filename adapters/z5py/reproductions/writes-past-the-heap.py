import json, pathlib, subprocess, sys
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("array", shape=(1,), chunks=(1,), dtype="int8", compression="raw")
path = pathlib.Path("group.zarr/array/zarr.json")
document = json.loads(path.read_text())
document["shape"] = [2**64 - 1]
document["chunk_grid"]["configuration"]["chunk_shape"] = [10**9]
path.write_text(json.dumps(document))
read = 'z5py.File("group.zarr", "r")["array"][2**64 - 2 : 2**64 - 1]'
code = subprocess.run([sys.executable, "-c", f"import z5py; {read}"], capture_output=True).returncode
if code >= 0:
    raise SystemExit("no longer shows")
print(f"reading one element of a missing chunk of 10^9 ends Python by signal {-code}")
