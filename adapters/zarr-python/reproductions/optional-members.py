import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(1, 1), dtype="int16", overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document |= {"attributes": [["a", 1]], "dimension_names": "yx", "storage_transformers": {}}
path.write_text(json.dumps(document))
try:
    zarr.open_array("array.zarr", mode="r")
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print('attributes [["a", 1]], dimension_names "yx" and storage_transformers {} are accepted')
