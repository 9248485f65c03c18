import json, pathlib
import cppzarr, numpy

cppzarr.write_zarr("array", numpy.array([7, 8], "int8"), zarr_format=3, chunks=[2], cname="none")
path = pathlib.Path("array/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = 1000
path.write_text(json.dumps(document))
pathlib.Path("array/c/0").unlink()
try:
    found = cppzarr.read_zarr("array").tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f'the fill value 1000 is accepted for int8 and reads as {found}')
