import json, pathlib
import tensorstore

spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": "array.zarr"}}
metadata = {"shape": [1], "data_type": "int16"}
tensorstore.open({**spec, "metadata": metadata}, create=True, delete_existing=True).result()
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = 1.0
path.write_text(json.dumps(document))
try:
    found = tensorstore.open(spec).result()[0].read().result()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"the fill value 1.0 is accepted for int16 and reads as {found}")
