import subprocess, sys

program = """
import z5py
group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("array", shape=(0,), chunks=(2,), dtype="uint8")
"""
code = subprocess.run([sys.executable, "-c", program], capture_output=True).returncode
if code >= 0:
    raise SystemExit("no longer shows")
print(f"creating an array of shape (0,) and chunks (2,) ends Python by signal {-code}")
