import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(1,), dtype="float32", fill_value=0, overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = "0x7f800001"
path.write_text(json.dumps(document))
bits = int(zarr.open_array("array.zarr", mode="r")[...].view("uint32")[0])
if bits == 0x7F800001:
    raise SystemExit("no longer shows")
print(f"the fill value is 0x7f800001, read {bits:#x}")
