import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(1,), dtype="string", fill_value="", overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = True
path.write_text(json.dumps(document))
try:
    found = zarr.open_array("array.zarr", mode="r")[0]
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"the fill value true is accepted for strings and reads as {found!r}")
