import json, pathlib
from simplezarr import LocalStore, ZarrArray, open_zarr

ZarrArray.create(LocalStore("array"), "", (1,), "float32")
path = pathlib.Path("array/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = "0x7fc00001"
path.write_text(json.dumps(document))
try:
    open_zarr(LocalStore("array"))
except (KeyError, TypeError, ValueError) as error:
    print(f"hexadecimal fill values are refused: {type(error).__name__}: {error}")
else:
    raise SystemExit("no longer shows")
