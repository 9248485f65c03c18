import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(1,), dtype="<U3", fill_value="abc", overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = "abcd"
path.write_text(json.dumps(document))
try:
    array = zarr.open_array("array.zarr", mode="r+")
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"the fill value 'abcd' reads as {str(array[0])!r}")
array.attrs["changed"] = True
print(f"and is {json.loads(path.read_text())['fill_value']!r} in zarr.json after a change of attributes")
