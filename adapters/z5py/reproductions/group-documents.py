import json, pathlib
import z5py


def opened(document):
    pathlib.Path("group.zarr").mkdir(exist_ok=True)
    pathlib.Path("group.zarr/zarr.json").write_text(json.dumps(document))
    try:
        return dict(z5py.File("group.zarr", "r").attrs)
    except Exception as error:
        raise SystemExit(f"no longer shows: {document} is refused: {error}")


opened({"zarr_format": 3})
opened({"zarr_format": 3, "node_type": "unknown"})
opened({"zarr_format": 2, "node_type": "group"})
print("groups without node_type, with an unknown one and of version 2 are opened")
