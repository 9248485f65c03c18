import zarr

group = zarr.create_group("group.zarr", zarr_format=3, overwrite=True)
group.create_group("__x")
group.create_group("...")
found = sorted(name for name, _ in zarr.open_group("group.zarr", mode="r").members())
if found != ["...", "__x"]:
    raise SystemExit(f"no longer shows: the children are {found}")
print(f"the group has the children {found}")
