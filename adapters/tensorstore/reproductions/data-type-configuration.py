import json, pathlib
import tensorstore

spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": "array.zarr"}}
metadata = {"shape": [1], "data_type": "uint8", "fill_value": 7}
tensorstore.open({**spec, "metadata": metadata}, create=True, delete_existing=True).result()
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["data_type"] = {"name": "uint8", "configuration": "anything"}
path.write_text(json.dumps(document))
try:
    found = tensorstore.open(spec).result().read().result()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f'a data type with the configuration "anything" is accepted, and the array reads as {found}')
