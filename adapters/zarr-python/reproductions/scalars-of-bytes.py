import zarr

array = zarr.create_array("array.zarr", shape=(), dtype="bytes", fill_value=b"", overwrite=True)
try:
    array[...] = b"abc"
except TypeError as error:
    print(f"a byte string cannot be written into an array without dimensions: {error}")
else:
    raise SystemExit(f"no longer shows: {array[...]}")
