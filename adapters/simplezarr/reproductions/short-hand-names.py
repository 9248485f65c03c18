import json, pathlib
from simplezarr import LocalStore, ZarrArray, open_zarr

ZarrArray.create(LocalStore("array"), "", (1,), "uint8")
path = pathlib.Path("array/zarr.json")
document = json.loads(path.read_text())
document["chunk_key_encoding"] = "default"
path.write_text(json.dumps(document))
try:
    open_zarr(LocalStore("array"))
except (KeyError, TypeError, ValueError) as error:
    print(f"short-hand names are refused: {type(error).__name__}: {error}")
else:
    raise SystemExit("no longer shows")
