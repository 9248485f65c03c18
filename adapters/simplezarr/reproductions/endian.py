import json, pathlib
import numpy
from simplezarr import LocalStore, ZarrArray, open_zarr

array = ZarrArray.create(LocalStore("array"), "", (2,), "uint16")
array[...].set_now(numpy.arange(1, 1 + 2, dtype="uint16"))
path = pathlib.Path("array/zarr.json")
document = json.loads(path.read_text())
document["codecs"][0]["configuration"]["endian"] = "middle"
path.write_text(json.dumps(document))
try:
    found = open_zarr(LocalStore("array"))[...].get_now().tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f'endian "middle" is accepted, and the array reads as {found}')
