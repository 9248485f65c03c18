import json, pathlib
import tensorstore

spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": "array.zarr"}}
metadata = {"shape": [1], "data_type": "uint8"}
tensorstore.open({**spec, "metadata": metadata}, create=True, delete_existing=True).result()
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document.update(codecs=["bytes"], chunk_key_encoding="default")
path.write_text(json.dumps(document))
try:
    tensorstore.open(spec).result()
except ValueError as error:
    print(f"short-hand names are refused: {str(error).split(' [')[0]}")
else:
    raise SystemExit("no longer shows")
