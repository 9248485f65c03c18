from simplezarr import LocalStore, ZarrGroup, open_zarr

store = LocalStore("group.zarr")
ZarrGroup.create(store, "")
ZarrGroup.create(store, "__x")
found = [child.name for child in open_zarr(store).children]
if found != ["__x"]:
    raise SystemExit(f"no longer shows: the children are {found}")
print(f"a group is created, opened and listed under a reserved name: {found}")
