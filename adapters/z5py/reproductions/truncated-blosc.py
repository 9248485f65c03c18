import pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
array = group.create_dataset("cut", shape=(24,), chunks=(24,), dtype="int32", compression="blosc")
array[:] = range(1, 25)
path = pathlib.Path("group.zarr/cut/c/0")
path.write_bytes(path.read_bytes()[:40])
try:
    found = z5py.File("group.zarr", "r")["cut"][:].tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"24 elements are read from a chunk that is cut to 40 bytes; the last ones are {found[-4:]}")
