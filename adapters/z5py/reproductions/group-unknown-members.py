import json, pathlib
import z5py


def opened(document):
    pathlib.Path("group.zarr").mkdir(exist_ok=True)
    pathlib.Path("group.zarr/zarr.json").write_text(json.dumps(document))
    try:
        return dict(z5py.File("group.zarr", "r").attrs)
    except Exception as error:
        raise SystemExit(f"no longer shows: {document} is refused: {error}")


group = {"zarr_format": 3, "node_type": "group"}
opened({**group, "unknown": {"name": "unknown", "must_understand": True}})
opened({**group, "storage_transformers": [{"name": "no-such-transformer"}]})
print("groups with an unknown member and with an unknown storage transformer are opened")
