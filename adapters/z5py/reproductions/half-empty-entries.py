import pathlib
import z5py

group = z5py.File("group.zarr", "w", zarr_format=3)
options = {"dtype": "uint8", "compression": "raw", "fillvalue": 7}
group.create_dataset("a", shape=(2,), chunks=(2,), shards=(2,), **options)[:] = [1, 2]
path = pathlib.Path("group.zarr/a/c/0")
entry = b"\xff" * 8 + (2).to_bytes(8, "little")  # only the offset is 2^64 - 1
checksum = bytes.fromhex("134f18b9")  # CRC-32C of the entry
path.write_bytes(bytes([1, 2]) + entry + checksum)
try:
    found = z5py.File("group.zarr", "r")["a"][:].tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"the inner chunk has 2 bytes from 2^64 - 1 on, and is read as {found}")
