import json, pathlib
from simplezarr import LocalStore, ZarrArray, open_zarr

ZarrArray.create(LocalStore("array"), "", (1,), "complex64")
path = pathlib.Path("array/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = ["NaN", "-Infinity"]
path.write_text(json.dumps(document))
try:
    open_zarr(LocalStore("array"))
except (KeyError, TypeError, ValueError) as error:
    print(f"strings in a complex fill value are refused: {type(error).__name__}: {error}")
else:
    raise SystemExit("no longer shows")
