import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(1,), dtype="float32", fill_value=0, overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = "0x3ff0000000000000"
path.write_text(json.dumps(document))
try:
    found = zarr.open_array("array.zarr", mode="r")[0]
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"a fill value of 64 bits is accepted for float32 and reads as {found}")
