import ctypes, json, os, pathlib

gdal = ctypes.CDLL(os.environ["GDAL_LIBRARY"])  # GDAL's C API, as gdal.h has it
handle = type("handle", (ctypes.c_void_p,), {})
gdal.GDALOpenEx.restype = gdal.GDALDatasetGetRootGroup.restype = handle
gdal.GDALGroupOpenMDArray.restype = gdal.GDALMDArrayGetDataType.restype = handle
gdal.GDALAllRegister()
document = {
    "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "float32", "fill_value": "NaN",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
    "chunk_key_encoding": {"name": "v2"},
    "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
}
pathlib.Path("array.zarr").mkdir(exist_ok=True)
pathlib.Path("array.zarr/zarr.json").write_text(json.dumps(document))
dataset = gdal.GDALOpenEx(b"array.zarr", 0x11, None, None, None)  # and GDAL_OF_UPDATE
array = gdal.GDALGroupOpenMDArray(gdal.GDALDatasetGetRootGroup(dataset), b"array", None)
start, count, missing = ctypes.c_uint64(0), ctypes.c_size_t(1), ctypes.c_uint32(0x7FC007A2)
arguments = [gdal.GDALMDArrayGetDataType(array), ctypes.byref(missing), None, ctypes.c_size_t(0)]
gdal.GDALMDArrayWrite(array, ctypes.byref(start), ctypes.byref(count), None, None, *arguments)
gdal.GDALMDArrayRelease(array)
gdal.GDALClose(dataset)
if pathlib.Path("array.zarr/0").exists():
    raise SystemExit("no longer shows")
print("wrote the NaN 0x7fc007a2 where the fill value is NaN, 0x7fc00000: nothing is stored")
