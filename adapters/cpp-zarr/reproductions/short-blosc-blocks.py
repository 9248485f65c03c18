import pathlib
import cppzarr, numpy

elements = numpy.full(127, 513, "uint16")
cppzarr.write_zarr("array", elements, zarr_format=3, chunks=[127], cname="lz4")
# The same elements in one block of 127 items, which is too short for splits, as c-blosc reads it.
chunk = "02012102fe000000fe0000002800000014000000100000001f0101006b1f02010066500202020202"
pathlib.Path("array/c/0").write_bytes(bytes.fromhex(chunk))
try:
    found = cppzarr.read_zarr("array")
except RuntimeError as error:
    print(f"a chunk of one short block is refused: {error}")
else:
    raise SystemExit(f"no longer shows: {(found == elements).all()}")
