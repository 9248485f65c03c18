import ctypes, json, os, pathlib

gdal = ctypes.CDLL(os.environ["GDAL_LIBRARY"])  # GDAL's C API, as gdal.h and gdal_utils.h have it
handle = type("handle", (ctypes.c_void_p,), {})
gdal.GDALOpenEx.restype = handle
gdal.GDALMultiDimInfo.restype = ctypes.c_char_p
gdal.GDALAllRegister()
document = {
    "zarr_format": 3, "node_type": "array", "shape": [2**64 - 1], "data_type": "int8", "fill_value": 7,
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1000]}},
    "chunk_key_encoding": {"name": "v2"}, "codecs": [{"name": "bytes"}],
}
pathlib.Path("array.zarr").mkdir(exist_ok=True)
pathlib.Path("array.zarr/zarr.json").write_text(json.dumps(document))
dataset = gdal.GDALOpenEx(b"array.zarr", 0x10, None, None, None)  # GDAL_OF_MULTIDIM_RASTER
if not dataset:
    raise SystemExit("no longer shows: it is refused")
found = json.loads(gdal.GDALMultiDimInfo(dataset, None))["arrays"]["array"]["dimension_size"][0]
if int(found) == 2**64 - 1:
    raise SystemExit("no longer shows")
print(f"the length {2**64 - 1} is opened as {found}")
