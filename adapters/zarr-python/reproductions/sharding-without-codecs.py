import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(4,), shards=(4,), chunks=(2,), dtype="int16", overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
configuration = document["codecs"][0]["configuration"]
del configuration["codecs"], configuration["index_codecs"]
path.write_text(json.dumps(document))
try:
    found = zarr.open_array("array.zarr", mode="r").metadata.codecs[0]
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"codecs and index_codecs are missing, and became {found.codecs} and {found.index_codecs}")
