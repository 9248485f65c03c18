import numpy
import zarr

written = numpy.array([complex(-0.0, 0.0)], "complex128")
array = zarr.create_array(
    "array.zarr", shape=(1,), chunks=(1,), dtype="complex128", fill_value=0, overwrite=True
)
array[...] = written
found = zarr.open_array("array.zarr", mode="r")[...]
if found.tobytes() == written.tobytes():
    raise SystemExit("no longer shows")
print(f"wrote {written[0]}, read {found[0]}")
