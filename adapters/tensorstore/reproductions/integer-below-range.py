import json, pathlib
import tensorstore

spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": "array.zarr"}}
metadata = {"shape": [1], "data_type": "int64"}
tensorstore.open({**spec, "metadata": metadata}, create=True, delete_existing=True).result()
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = -(2**63) - 1
path.write_text(json.dumps(document))
try:
    found = tensorstore.open(spec).result()[0].read().result()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"the fill value {document['fill_value']} is accepted for int64 and reads as {found}")
