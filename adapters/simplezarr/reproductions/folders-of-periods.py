import pathlib
from simplezarr import LocalStore, ZarrGroup, open_zarr

store = LocalStore("group.zarr")
ZarrGroup.create(store, "")
ZarrGroup.create(store, "a")
pathlib.Path("group.zarr/...").mkdir()
try:
    found = open_zarr(store)
except Exception as error:
    print(f"a group with a folder of periods: {error}")
else:
    raise SystemExit(f"no longer shows: {found}")
