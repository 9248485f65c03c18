from simplezarr import LocalStore, ZarrGroup, open_zarr

store = LocalStore("group.zarr")
ZarrGroup.create(store, "")
ZarrGroup.create(store, "a/b")
found = open_zarr(store).children
if found:
    raise SystemExit(f"no longer shows: {found}")
print(f"after creating the root and a/b the root has the children {found}")
