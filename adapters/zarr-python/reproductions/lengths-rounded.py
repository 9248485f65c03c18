import json, pathlib
import zarr

array = zarr.create_array("array.zarr", shape=(1,), dtype="<U1", fill_value="a", overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["data_type"]["configuration"]["length_bytes"] = 7
path.write_text(json.dumps(document))
try:
    array = zarr.open_array("array.zarr", mode="r+")
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"length_bytes 7 is accepted and reads as {array.dtype}")
array.attrs["changed"] = True
print(f"and is {json.loads(path.read_text())['data_type']['configuration']} in zarr.json after a change of attributes")
