import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(1,), dtype="bytes", fill_value=b"\1\2\3", overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = [1, 2, 3]
path.write_text(json.dumps(document))
try:
    found = zarr.open_array("array.zarr", mode="r")
except Exception as error:
    print(f"a list of integers is refused as a fill value of bytes: {error}")
else:
    raise SystemExit(f"no longer shows: {found}")
