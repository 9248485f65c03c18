import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(1,), dtype="float64", fill_value=0, overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = "0x3f800000"
path.write_text(json.dumps(document))
found = zarr.open_array("array.zarr", mode="r")[0]
if found != 1.0:
    raise SystemExit("no longer shows")
print(f"eight digits, the bits of 1.0 in float32, are a fill value of float64 that reads as {found}")
