import pathlib
import z5py

file = z5py.File("group.zarr", "w", zarr_format=3)
file.create_group("a")
pathlib.Path("group.zarr/notes").mkdir()
try:
    found = dict(z5py.File("group.zarr", "r").items())
except RuntimeError as error:
    print(f"a group with a folder that is not a node: {error}")
else:
    raise SystemExit(f"no longer shows: {found}")
