import json, pathlib
import zarr

found = []
for document in ({"zarr_format": 3}, {"node_type": "group"}, {"zarr_format": 2, "node_type": "group"}):
    pathlib.Path("group.zarr").mkdir(exist_ok=True)
    pathlib.Path("group.zarr/zarr.json").write_text(json.dumps(document))
    try:
        found.append(zarr.open_group("group.zarr", mode="r", zarr_format=3).metadata.node_type)
    except Exception as error:
        raise SystemExit(f"no longer shows: {document} is refused: {error}")
print(f"documents without node_type, without zarr_format and of version 2 are opened: {found}")
