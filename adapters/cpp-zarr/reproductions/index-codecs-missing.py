import json, pathlib
import cppzarr, numpy

data = numpy.array([7, 8], "uint8")
cppzarr.write_zarr("array", data, zarr_format=3, chunks=[1], shards=[2], cname="none")
path = pathlib.Path("array/zarr.json")
document = json.loads(path.read_text())
del document["codecs"][0]["configuration"]["index_codecs"]
path.write_text(json.dumps(document))
try:
    found = cppzarr.read_zarr("array").tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"sharding has no index_codecs, and the array reads as {found}")
