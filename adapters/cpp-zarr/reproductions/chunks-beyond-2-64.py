import json, pathlib
import cppzarr, numpy

cppzarr.write_zarr("array", numpy.ones(10, "uint8"), zarr_format=3, chunks=[10], cname="none")
path = pathlib.Path("array/zarr.json")
document = json.loads(path.read_text())
last = 2**64 - 1
document["shape"] = [last]
path.write_text(json.dumps(document))
pathlib.Path("array/c/0").rename(f"array/c/{(last - 1) // 10}")
found = cppzarr.read_zarr("array", [last - 5], [last]).tolist()
if found == [1] * 5:
    raise SystemExit("no longer shows")
print(f"the last five elements are stored as 1, and read as {found}")
