import json, pathlib
import cppzarr, numpy

cppzarr.write_zarr("array", numpy.array([7, 8], "uint8"), zarr_format=3, chunks=[2], cname="none")
path = pathlib.Path("array/zarr.json")
document = json.loads(path.read_text())
document["chunk_key_encoding"]["configuration"] = 7
path.write_text(json.dumps(document))
try:
    found = cppzarr.read_zarr("array").tolist()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f'the number 7 is accepted as a configuration, and the array reads as {found}')
