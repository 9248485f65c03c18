import json, pathlib
import zarr

big = {"name": "bytes", "configuration": {"endian": "big"}}
array = zarr.create_array("array.zarr", shape=(2,), dtype="int16", serializer=big, overwrite=True)
array[...] = [1, 2]
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["codecs"][0] = {"name": "bytes", "endian": "big"}
path.write_text(json.dumps(document))
try:
    found = zarr.open_array("array.zarr", mode="r")[...].tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"nothing where endian belongs: wrote [1, 2], read {found}")
