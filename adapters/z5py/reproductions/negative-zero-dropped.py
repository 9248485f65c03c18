import numpy
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
array = group.create_dataset("array", shape=(1,), chunks=(1,), dtype="float64", compression="raw")
array[:] = numpy.array([-0.0])
found = z5py.File("group.zarr", "r")["array"][:]
if numpy.signbit(found[0]):
    raise SystemExit("no longer shows")
print(f"wrote -0.0, read {found[0]}")
