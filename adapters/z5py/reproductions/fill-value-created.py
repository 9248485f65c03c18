import json, pathlib
import numpy
import z5py

missing = float(numpy.array([0x7FF80000000007A2], "uint64").view("float64")[0])  # a NaN with a payload
group = z5py.File("group.zarr", "w", zarr_format=3)
group.create_dataset("nan", shape=(1,), chunks=(1,), dtype="float64", compression="raw", fillvalue=missing)
found = json.loads(pathlib.Path("group.zarr/nan/zarr.json").read_text())["fill_value"]
if found != "NaN":
    raise SystemExit(f"no longer shows: {found}")
print(f"created with a NaN of bits 0x7ff80000000007a2, recorded {found!r}")
