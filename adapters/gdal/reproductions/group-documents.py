import ctypes, json, os, pathlib

gdal = ctypes.CDLL(os.environ["GDAL_LIBRARY"])  # GDAL's C API, as gdal.h has it
handle = type("handle", (ctypes.c_void_p,), {})
gdal.GDALOpenEx.restype = handle
gdal.GDALMultiDimInfo.restype = ctypes.c_char_p
gdal.GDALAllRegister()
group = {"zarr_format": 3, "node_type": "group"}


def info(documents):
    for path, document in documents.items():
        file = pathlib.Path("store.zarr", path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(document if isinstance(document, str) else json.dumps(document))
    dataset = gdal.GDALOpenEx(b"store.zarr", 0x10, None, None, None)  # GDAL_OF_MULTIDIM_RASTER
    return json.loads(gdal.GDALMultiDimInfo(dataset, None)) if dataset else None


found = info({"zarr.json": {**group, "zarr_format": "3"}})
if found is None:
    raise SystemExit("no longer shows: it is refused")
print(f'"zarr_format": "3" is opened as {found}')
