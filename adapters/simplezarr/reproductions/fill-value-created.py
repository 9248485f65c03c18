import json, pathlib
from simplezarr import LocalStore, ZarrArray

for name, data_type, fill_value in (("nan", "float64", float("nan")), ("complex", "complex64", 1 + 2j)):
    ZarrArray.create(LocalStore(name), "", (1,), data_type, fill_value=fill_value)
lines = pathlib.Path("nan/zarr.json").read_text().splitlines()
[nan] = [line.strip() for line in lines if "fill_value" in line]
complex_ = json.loads(pathlib.Path("complex/zarr.json").read_text())["fill_value"]
if "NaN," not in nan.replace('"NaN"', "") or complex_ == [1, 2]:
    raise SystemExit("no longer shows")
print(f"created with NaN: {nan} which is not JSON; created with 1+2j: {complex_!r}")
