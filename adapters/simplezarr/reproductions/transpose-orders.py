import json, pathlib
import numpy
from simplezarr import LocalStore, ZarrArray, open_zarr

array = ZarrArray.create(LocalStore("array"), "", (2, 2), "uint8", codecs=[{"name": "bytes"}])
array[...].set_now(numpy.array([[1, 2], [3, 4]], "uint8"))
path = pathlib.Path("array/zarr.json")
document = json.loads(path.read_text())
document["codecs"].insert(0, {"name": "transpose", "configuration": {"order": [1, 1]}})
path.write_text(json.dumps(document))
try:
    found = open_zarr(LocalStore("array"))[...].get_now().tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"the order [1, 1] is accepted, and the array reads as {found}")
