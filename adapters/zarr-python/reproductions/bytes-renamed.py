import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(1,), dtype="bytes", fill_value=b"", overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["data_type"] = "bytes"
path.write_text(json.dumps(document))
zarr.open_array("array.zarr", mode="r+").attrs["units"] = "K"
found = json.loads(path.read_text())["data_type"]
if found == "bytes":
    raise SystemExit("no longer shows")
print(f"after an attribute was set, the data type of an array of bytes is {found!r}")
