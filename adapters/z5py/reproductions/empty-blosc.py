import pathlib, subprocess, sys
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
array = group.create_dataset("empty", shape=(24,), chunks=(24,), dtype="int32", compression="blosc")
array[:] = range(24)
pathlib.Path("group.zarr/empty/c/0").write_bytes(b"")
command = [sys.executable, "-c", 'import z5py; z5py.File("group.zarr", "r")["empty"][:]']
code = subprocess.run(command, capture_output=True).returncode
if code >= 0:
    raise SystemExit("no longer shows")
print(f"reading an empty Blosc chunk ends Python by signal {-code}")
