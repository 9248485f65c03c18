import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(1,), dtype="int64", compressors=None, overwrite=True)[0] = 2**63 - 1
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["codecs"].insert(0, {"name": "scale_offset", "configuration": {"offset": 1}})
path.write_text(json.dumps(document))
try:
    found = zarr.open_array("array.zarr", mode="r")[0]
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"2^63 - 1 is stored, int64 does not have it plus the offset 1, and the element reads as {found}")
