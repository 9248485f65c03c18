import numpy
import zarr

missing = numpy.array([0x7FF80000000007A2], "uint64").view("float64")  # a NaN with a payload
array = zarr.create_array(
    "array.zarr", shape=(1,), chunks=(1,), dtype="float64", fill_value=numpy.nan, overwrite=True
)
array[...] = missing
found = zarr.open_array("array.zarr", mode="r")[...]
if found.tobytes() == missing.tobytes():
    raise SystemExit("no longer shows")
print(f"wrote {missing.view('uint64')[0]:#x}, read {found.view('uint64')[0]:#x}")
