import pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
array = group.create_dataset("array", shape=(8,), chunks=(4,), dtype="uint8", compression="raw")
array[:] = [1, 2, 3, 4, 5, 6, 7, 8]
pathlib.Path("group.zarr/array/c/1").write_bytes(b"")
try:
    found = z5py.File("group.zarr", "r")["array"][:].tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"the second chunk is empty, and the array is read as {found}")
