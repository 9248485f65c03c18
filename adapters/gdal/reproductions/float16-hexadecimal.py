import ctypes, json, os, pathlib

gdal = ctypes.CDLL(os.environ["GDAL_LIBRARY"])  # GDAL's C API, as gdal.h has it
gdal.GDALOpenEx.restype = ctypes.c_void_p
gdal.CPLGetLastErrorMsg.restype = ctypes.c_char_p
gdal.GDALAllRegister()
document = {
    "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "float16", "fill_value": "0x3c00",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
    "chunk_key_encoding": {"name": "v2"}, "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
}
pathlib.Path("array.zarr").mkdir(exist_ok=True)
pathlib.Path("array.zarr/zarr.json").write_text(json.dumps(document))
if gdal.GDALOpenEx(b"array.zarr", 0x10, None, None, None):  # GDAL_OF_MULTIDIM_RASTER
    raise SystemExit("no longer shows")
print(f"the fill value 0x3c00, which is 1, is refused for float16: {gdal.CPLGetLastErrorMsg().decode()}")
