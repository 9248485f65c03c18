import numpy
from simplezarr import LocalStore, ZarrArray, open_zarr

array = ZarrArray.create(LocalStore("array"), "", (1,), "float64")
array[...].set_now(numpy.array([-0.0]))
found = open_zarr(LocalStore("array"))[...].get_now()
if numpy.signbit(found[0]):
    raise SystemExit("no longer shows")
print(f"wrote -0.0, read {found[0]}")
