import pathlib
import numpy
import zarr

blosc = zarr.codecs.BloscCodec(cname="lz4", clevel=0, shuffle="noshuffle", typesize=4)
array = zarr.create_array(
    "array.zarr", shape=(24,), chunks=(24,), dtype="int32", compressors=blosc, overwrite=True
)
array[...] = numpy.arange(1, 25)
path = pathlib.Path("array.zarr/c/0")
path.write_bytes(path.read_bytes()[:40])
try:
    found = zarr.open_array("array.zarr", mode="r")[...]
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"24 elements are read from a chunk that is cut to 40 bytes; the last ones are {found[-4:]}")
