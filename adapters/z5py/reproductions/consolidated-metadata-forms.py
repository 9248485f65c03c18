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
for value in ("inline", [], True, {"kind": "inline", "metadata": {}, "must_understand": True}):
    opened({**group, "consolidated_metadata": value})
print('consolidated_metadata "inline", [], true and one that must be understood are accepted')
