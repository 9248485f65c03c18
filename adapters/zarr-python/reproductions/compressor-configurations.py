import json, pathlib
import zarr

blosc = zarr.codecs.BloscCodec(cname="lz4", shuffle="shuffle", typesize=2)
zarr.create_array("array.zarr", shape=(1,), dtype="int16", compressors=blosc, overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
configuration = document["codecs"][-1]["configuration"]
configuration["clevel"] = 10
del configuration["typesize"]
path.write_text(json.dumps(document))
try:
    found = zarr.open_array("array.zarr", mode="r").compressors
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"clevel 10 and a missing typesize are accepted: {found}")
