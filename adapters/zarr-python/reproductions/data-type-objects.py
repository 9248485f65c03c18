import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(1,), dtype="string", fill_value="", overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["data_type"] = {"name": "string"}
path.write_text(json.dumps(document))
try:
    found = zarr.open_array("array.zarr", mode="r")
except Exception as error:
    print(f"the data type as an object is refused: {error}")
else:
    raise SystemExit(f"no longer shows: {found}")
