import json
from simplezarr import LocalStore, open_zarr


def opened(**members):
    store = LocalStore("group.zarr")
    document = {"zarr_format": 3, "node_type": "group", **members}
    store.set("zarr.json", json.dumps(document).encode())
    try:
        return open_zarr(store)
    except Exception as error:
        raise SystemExit(f"no longer shows: {document} is refused: {error}")


for value in ("inline", [], True, {"kind": "inline", "metadata": {}, "must_understand": True}):
    opened(consolidated_metadata=value)
print('consolidated_metadata "inline", [], true and one that must be understood are accepted')
