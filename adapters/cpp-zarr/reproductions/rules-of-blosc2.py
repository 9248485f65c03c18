import pathlib
import cppzarr, numpy

cppzarr.write_zarr("array", numpy.arange(1, 1001, dtype="uint32"), zarr_format=3, chunks=[1000])
path = pathlib.Path("array/c/0")
chunk = bytearray(path.read_bytes())
start = int.from_bytes(chunk[16:20], "little")
chunk[start : start + 4] = bytes(4)  # the length of the first split of the first block
path.write_bytes(chunk)
try:
    found = cppzarr.read_zarr("array")
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"a split of no bytes is read; the first elements are {found[:4].tolist()}")
