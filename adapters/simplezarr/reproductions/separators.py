import json, pathlib
import numpy
from simplezarr import LocalStore, ZarrArray, open_zarr

array = ZarrArray.create(LocalStore("array"), "", (2,), "uint8")
array[...].set_now(numpy.arange(1, 1 + 2, dtype="uint8"))
path = pathlib.Path("array/zarr.json")
document = json.loads(path.read_text())
document["chunk_key_encoding"]["configuration"]["separator"] = "-"
path.write_text(json.dumps(document))
pathlib.Path("array/c/0").rename("array/c-0")
try:
    found = open_zarr(LocalStore("array"))[...].get_now().tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f'the separator - is accepted, and the array reads as {found}')
