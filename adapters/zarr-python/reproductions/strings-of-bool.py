import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(1,), dtype="bool", fill_value=False, overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["codecs"] = [{"name": "vlen-utf8"}]
path.write_text(json.dumps(document))
try:
    found = zarr.open_array("array.zarr", mode="r").dtype
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"vlen-utf8 is accepted for an array of {found}")
