import json, pathlib
import zarr

entries = {"kind": "inline", "metadata": {}}
for value in ([], entries, {**entries, "must_understand": True}):
    document = {"zarr_format": 3, "node_type": "group", "consolidated_metadata": value}
    pathlib.Path("group.zarr").mkdir(exist_ok=True)
    pathlib.Path("group.zarr/zarr.json").write_text(json.dumps(document))
    try:
        zarr.open_group("group.zarr", mode="r", zarr_format=3)
    except Exception as error:
        raise SystemExit(f"no longer shows: {value} is refused: {error}")
print("consolidated_metadata is accepted as [], without must_understand, and with must_understand true")
