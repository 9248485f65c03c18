import pathlib, tracemalloc
import zarr

zarr.create_array("array.zarr", shape=(1,), dtype="string", compressors=None, overwrite=True)
path = pathlib.Path("array.zarr/c/0")
path.parent.mkdir(parents=True, exist_ok=True)
path.write_bytes((2**27).to_bytes(4, "little"))
array = zarr.open_array("array.zarr", mode="r")
tracemalloc.start()
try:
    array[...]
except ValueError as error:
    print(f"refused: {error}")
most = tracemalloc.get_traced_memory()[1]
if most < 2**27:
    raise SystemExit("no longer shows")
print(f"after asking for {most >> 20} MiB, for one string in a chunk of 4 bytes")
