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


opened(unknown={"name": "unknown", "must_understand": True})
opened(storage_transformers=[{"name": "no-such-transformer"}])
print("groups with an unknown member and with an unknown storage transformer are opened")
