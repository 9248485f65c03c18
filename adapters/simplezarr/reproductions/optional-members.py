import json, pathlib
import numpy
from simplezarr import LocalStore, ZarrArray, open_zarr

array = ZarrArray.create(LocalStore("array"), "", (2,), "uint8")
array[...].set_now(numpy.arange(1, 1 + 2, dtype="uint8"))
path = pathlib.Path("array/zarr.json")
document = json.loads(path.read_text())
document.update(attributes=[], dimension_names=5)
path.write_text(json.dumps(document))
try:
    found = open_zarr(LocalStore("array"))[...].get_now().tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f'a list of attributes and the number 5 as names are accepted; the array reads as {found}')
