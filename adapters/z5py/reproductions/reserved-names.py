import z5py

file = z5py.File("group.zarr", "w", zarr_format=3)
file.create_group("__x")
found = list(z5py.File("group.zarr", "r"))
if found != ["__x"]:
    raise SystemExit(f"no longer shows: the children are {found}")
print(f"a group is created, opened and listed under a reserved name: {found}")
