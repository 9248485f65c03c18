import json, pathlib
import numpy
import zarr

fill_value = numpy.array([0x7FF80000000007A2], "uint64").view("float64")[0]
zarr.create_array(
    "array.zarr", shape=(1,), dtype="float64", fill_value=fill_value, overwrite=True
)
recorded = json.loads(pathlib.Path("array.zarr/zarr.json").read_text())["fill_value"]
if recorded != "NaN":
    raise SystemExit(f"no longer shows: recorded {recorded}")
print(f"created with a NaN of bits 0x7ff80000000007a2, recorded {recorded!r}")
