import json, pathlib
import cppzarr, numpy

elements = numpy.arange(100, dtype="uint32")
cppzarr.write_zarr("array", elements, zarr_format=3, chunks=[100])
path = pathlib.Path("array/zarr.json")
document = json.loads(path.read_text())
document["codecs"][1]["configuration"]["typesize"] = 2
path.write_text(json.dumps(document))
cppzarr.write_zarr("array", elements, [0], [100])
found = pathlib.Path("array/c/0").read_bytes()[3]
if found == 2:
    raise SystemExit("no longer shows")
print(f"typesize is 2, and the header of the chunk says {found}")
