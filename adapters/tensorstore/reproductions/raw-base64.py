import json, pathlib
import tensorstore

spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": "array.zarr"}}
metadata = {"shape": [1], "data_type": "uint16"}
tensorstore.open({**spec, "metadata": metadata}, create=True, delete_existing=True).result()
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document.update(data_type="r16", fill_value="AQI=")
path.write_text(json.dumps(document))
try:
    found = tensorstore.open(spec).result().read().result()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"a fill value in base64 is accepted; reads as {found.size} elements of {found.itemsize} bytes")
