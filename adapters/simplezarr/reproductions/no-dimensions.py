import json, pathlib
import numpy
from simplezarr import LocalStore, ZarrArray, open_zarr

ZarrArray.create(LocalStore("array"), "", (1,), "uint8", codecs=[{"name": "bytes"}], chunk_path_separator=".")
path = pathlib.Path("array/zarr.json")
document = json.loads(path.read_text())
document["shape"] = document["chunk_grid"]["configuration"]["chunk_shape"] = []
path.write_text(json.dumps(document))
pathlib.Path("array/c").write_bytes(bytes([7]))
found = open_zarr(LocalStore("array"))[...].get_now()
if found == 7:
    raise SystemExit("no longer shows")
print(f"the chunk of an array without dimensions holds 7, and is read as {found}")
