import json
import pathlib
import zarr

group = zarr.create_group("group.zarr", zarr_format=3, overwrite=True)
group.create_array("a", shape=2, dtype="uint8", compressors=None)[...] = [1, 2]
document = pathlib.Path("group.zarr/a/zarr.json")
members = json.loads(document.read_text())
members["storage_transformers"] = [{"name": "reversed", "configuration": {}}]
document.write_text(json.dumps(members))
try:
    elements = zarr.open_group("group.zarr", mode="r", zarr_format=3)["a"][...]
except ValueError as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"an array with a storage transformer is read: {elements}")
