import gzip, pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
array = group.create_dataset("members", shape=(4,), chunks=(4,), dtype="uint8", compression="gzip")
array[:] = 1
path = pathlib.Path("group.zarr/members/c/0")
path.write_bytes(gzip.compress(b"\1\2") + gzip.compress(b"\3\4"))
found = z5py.File("group.zarr", "r")["members"][:].tolist()
if found == [1, 2, 3, 4]:
    raise SystemExit("no longer shows")
print(f"members of [1, 2] and [3, 4] are read as {found}")
