import ctypes, json, os, pathlib

gdal = ctypes.CDLL(os.environ["GDAL_LIBRARY"])  # GDAL's C API, as gdal.h and gdal_utils.h have it
handle = type("handle", (ctypes.c_void_p,), {})
gdal.GDALOpenEx.restype = gdal.GDALMultiDimInfoOptionsNew.restype = handle
gdal.GDALMultiDimInfo.restype = ctypes.c_char_p
gdal.GDALAllRegister()
detailed = gdal.GDALMultiDimInfoOptionsNew((ctypes.c_char_p * 2)(b"-detailed", None), None)
transpose = {"name": "transpose", "configuration": {"order": [1, 2, 0]}}
document = {
    "zarr_format": 3, "node_type": "array", "shape": [2, 3, 4], "data_type": "uint8", "fill_value": 0,
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 3, 4]}},
    "chunk_key_encoding": {"name": "v2"}, "codecs": [transpose, {"name": "bytes"}],
}
pathlib.Path("array.zarr").mkdir(exist_ok=True)
pathlib.Path("array.zarr/zarr.json").write_text(json.dumps(document))
pathlib.Path("array.zarr/0.0.0").write_bytes(bytes(range(24)))
dataset = gdal.GDALOpenEx(b"array.zarr", 0x10, None, None, None)  # GDAL_OF_MULTIDIM_RASTER
found = json.loads(gdal.GDALMultiDimInfo(dataset, detailed))["arrays"]["array"]["values"][0][0]
if found == [0, 2, 4, 6]:  # decoded[i, j, k] is encoded[j, k, i]
    raise SystemExit("no longer shows")
print(f"order [1, 2, 0], chunk 0 to 23: the first row is [0, 2, 4, 6], and reads as {found}")
