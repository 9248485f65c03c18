import ctypes, json, os, pathlib

gdal = ctypes.CDLL(os.environ["GDAL_LIBRARY"])  # GDAL's C API, as gdal.h has it
handle = type("handle", (ctypes.c_void_p,), {})
for function in (gdal.GDALOpenEx, gdal.GDALDatasetGetRootGroup, gdal.GDALGroupOpenGroup):
    function.restype = handle
gdal.GDALGroupGetFullName.restype = ctypes.c_char_p
gdal.GDALAllRegister()
for folder in ("outside.zarr", "outside.zarr/inside.zarr"):
    pathlib.Path(folder).mkdir()
    pathlib.Path(folder, "zarr.json").write_text(json.dumps({"zarr_format": 3, "node_type": "group"}))
dataset = gdal.GDALOpenEx(b"outside.zarr/inside.zarr", 0x10, None, None, None)  # GDAL_OF_MULTIDIM_RASTER
found = gdal.GDALGroupOpenGroup(gdal.GDALDatasetGetRootGroup(dataset), b"..", None)
if not found:
    raise SystemExit("no longer shows: it is not opened")
print(f"a node of the store is {gdal.GDALGroupGetFullName(found).decode()}")
