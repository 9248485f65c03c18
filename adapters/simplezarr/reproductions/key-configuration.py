import json, pathlib
from simplezarr import LocalStore, ZarrArray, open_zarr

ZarrArray.create(LocalStore("array"), "", (1,), "uint8")
path = pathlib.Path("array/zarr.json")
document = json.loads(path.read_text())
document["chunk_key_encoding"] = {"name": "default"}
path.write_text(json.dumps(document))
try:
    open_zarr(LocalStore("array"))
except (KeyError, TypeError, ValueError) as error:
    print(f"a chunk key encoding without configuration is refused: {type(error).__name__}: {error}")
else:
    raise SystemExit("no longer shows")
