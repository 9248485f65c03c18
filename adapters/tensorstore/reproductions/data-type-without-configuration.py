import json, pathlib
import tensorstore

spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": "array.zarr"}}
metadata = {"shape": [1], "data_type": "bfloat16"}
tensorstore.open({**spec, "metadata": metadata}, create=True, delete_existing=True).result()
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["data_type"] = {"name": "bfloat16"}
path.write_text(json.dumps(document))
try:
    tensorstore.open(spec).result()
except ValueError as error:
    print(f"the data type as an object is refused: {str(error).split(' [')[0]}")
else:
    raise SystemExit("no longer shows")
