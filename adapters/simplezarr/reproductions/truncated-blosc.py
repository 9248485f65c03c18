import pathlib
import numpy
from simplezarr import LocalStore, ZarrArray, open_zarr

blosc = {"cname": "lz4", "clevel": 0, "shuffle": "noshuffle", "typesize": 4, "blocksize": 0}
codecs = [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "blosc", "configuration": blosc}]
array = ZarrArray.create(LocalStore("array"), "", (24,), "int32", codecs=codecs)
array[...].set_now(numpy.arange(1, 25, dtype="int32"))
path = pathlib.Path("array/c/0")
path.write_bytes(path.read_bytes()[:40])
try:
    found = open_zarr(LocalStore("array"))[...].get_now()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"24 elements are read from a chunk that is cut to 40 bytes; the last ones are {found[-4:]}")
