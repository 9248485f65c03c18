import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(1,), dtype="float16", fill_value=0, overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = "HERE"
path.write_text(json.dumps(document).replace('"HERE"', "2049.00000000000000000000001"))
found = float(zarr.open_array("array.zarr", mode="r")[0])
if found == 2050:
    raise SystemExit("no longer shows")
print(f"2049.00000000000000000000001 lies between 2048 and 2050, nearer to 2050; read {found}")
