import gzip, pathlib
import cppzarr, numpy

data = numpy.arange(1, 9, dtype="uint8")
cppzarr.write_zarr("array", data, zarr_format=3, chunks=[4], cname="gzip")
pathlib.Path("array/c/1").write_bytes(gzip.compress(b""))
try:
    found = cppzarr.read_zarr("array", num_threads=1).tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"the second chunk decodes to no bytes, and the array is read as {found}")
