import ctypes, json, os, pathlib

gdal = ctypes.CDLL(os.environ["GDAL_LIBRARY"])  # GDAL's C API, as gdal.h and gdal_utils.h have it
handle = type("handle", (ctypes.c_void_p,), {})
gdal.GDALOpenEx.restype = gdal.GDALMultiDimInfoOptionsNew.restype = handle
gdal.GDALMultiDimInfo.restype = ctypes.c_char_p
gdal.GDALAllRegister()
detailed = gdal.GDALMultiDimInfoOptionsNew((ctypes.c_char_p * 2)(b"-detailed", None), None)
document = {
    "zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint16", "fill_value": 7,
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
    "chunk_key_encoding": {"name": "v2"}, "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
}
document["must_not_be_ignored"] = {"name": "unknown", "must_understand": True}
pathlib.Path("array.zarr").mkdir(exist_ok=True)
pathlib.Path("array.zarr/zarr.json").write_text(json.dumps(document))
dataset = gdal.GDALOpenEx(b"array.zarr", 0x10, None, None, None)  # GDAL_OF_MULTIDIM_RASTER
if not dataset:
    raise SystemExit("no longer shows: it is refused")
found = json.loads(gdal.GDALMultiDimInfo(dataset, detailed))["arrays"]["array"]["values"]
print(f"an unknown member is accepted, and the array reads as {found}")
