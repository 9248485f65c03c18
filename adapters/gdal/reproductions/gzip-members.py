import ctypes, gzip, json, os, pathlib

gdal = ctypes.CDLL(os.environ["GDAL_LIBRARY"])  # GDAL's C API, as gdal.h and gdal_utils.h have it
handle = type("handle", (ctypes.c_void_p,), {})
gdal.GDALOpenEx.restype = gdal.GDALDatasetGetRootGroup.restype = handle
gdal.GDALGroupOpenMDArray.restype = gdal.GDALMDArrayGetDataType.restype = handle
gdal.CPLGetLastErrorMsg.restype = ctypes.c_char_p
gdal.GDALAllRegister()
document = {
    "zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint8", "fill_value": 7,
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}}, "chunk_key_encoding": {"name": "v2"},
    "codecs": [{"name": "bytes"}, {"name": "gzip", "configuration": {"level": 5}}],
}
pathlib.Path("members.zarr").mkdir()
pathlib.Path("members.zarr/zarr.json").write_text(json.dumps(document))
pathlib.Path("members.zarr/0").write_bytes(gzip.compress(b"\1\2") + gzip.compress(b"\3\4"))
dataset = gdal.GDALOpenEx(b"members.zarr", 0x10, None, None, None)  # GDAL_OF_MULTIDIM_RASTER
array = gdal.GDALGroupOpenMDArray(gdal.GDALDatasetGetRootGroup(dataset), b"members", None)
start, count, found = ctypes.c_uint64(0), ctypes.c_size_t(4), ctypes.create_string_buffer(4)
arguments = [gdal.GDALMDArrayGetDataType(array), found, None, ctypes.c_size_t(0)]
if gdal.GDALMDArrayRead(array, ctypes.byref(start), ctypes.byref(count), None, None, *arguments):
    raise SystemExit(f"no longer shows: {found.raw}")
print(f"two gzip members are refused: {gdal.CPLGetLastErrorMsg().decode()}")
