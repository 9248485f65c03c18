import z5py

file = z5py.File("group.zarr", "w", zarr_format=3)
file.create_group("a/b")
try:
    file.create_dataset("a/x", shape=(1,), chunks=(1,), dtype="uint8", compression="raw")
except Exception as error:
    print(f"after create_group('a/b'), create_dataset('a/x') raises {type(error).__name__}: {error}")
else:
    raise SystemExit("no longer shows: the dataset is created")
