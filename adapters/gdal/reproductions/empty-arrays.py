import ctypes, json, os, pathlib

gdal = ctypes.CDLL(os.environ["GDAL_LIBRARY"])  # GDAL's C API, as gdal.h and gdal_utils.h have it
handle = type("handle", (ctypes.c_void_p,), {})
gdal.GDALOpenEx.restype = handle
gdal.GDALAllRegister()
document = {
    "zarr_format": 3, "node_type": "array", "shape": [0], "data_type": "uint8", "fill_value": 7,
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
    "chunk_key_encoding": {"name": "v2"}, "codecs": [{"name": "bytes"}],
}
pathlib.Path("array.zarr").mkdir(exist_ok=True)
pathlib.Path("array.zarr/zarr.json").write_text(json.dumps(document))
gdal.CPLGetLastErrorMsg.restype = ctypes.c_char_p
dataset = gdal.GDALOpenEx(b"array.zarr", 0x50, None, None, None)  # GDAL_OF_MULTIDIM_RASTER, GDAL_OF_VERBOSE_ERROR
if dataset:
    raise SystemExit("no longer shows")
print(f"an array of length 0 is refused: {gdal.CPLGetLastErrorMsg().decode()}")
