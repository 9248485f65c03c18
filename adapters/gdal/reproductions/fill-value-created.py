import ctypes, json, os, pathlib

gdal = ctypes.CDLL(os.environ["GDAL_LIBRARY"])  # GDAL's C API, as gdal.h has it
handle = type("handle", (ctypes.c_void_p,), {})
gdal.GDALGetDriverByName.restype = gdal.GDALCreateMultiDimensional.restype = handle
gdal.GDALDatasetGetRootGroup.restype = gdal.GDALGroupCreateDimension.restype = handle
gdal.GDALExtendedDataTypeCreate.restype = gdal.GDALGroupCreateMDArray.restype = handle
gdal.GDALAllRegister()
driver, v3 = gdal.GDALGetDriverByName(b"Zarr"), (ctypes.c_char_p * 2)(b"FORMAT=ZARR_V3", None)
dataset = gdal.GDALCreateMultiDimensional(driver, b"created.zarr", None, v3)
group, length = gdal.GDALDatasetGetRootGroup(dataset), ctypes.c_uint64(2)
axes = (handle * 1)(gdal.GDALGroupCreateDimension(group, b"x", None, None, length, None))
float64 = gdal.GDALExtendedDataTypeCreate(7)  # GDT_Float64
array = gdal.GDALGroupCreateMDArray(group, b"array", ctypes.c_size_t(1), axes, float64, None)
gdal.GDALMDArraySetRawNoDataValue(array, ctypes.byref(ctypes.c_double(0.1 + 0.2)))
gdal.GDALMDArrayRelease(array)
gdal.GDALClose(dataset)
found = json.loads(pathlib.Path("created.zarr/array/zarr.json").read_text())["fill_value"]
if found == 0.1 + 0.2:
    raise SystemExit("no longer shows")
print(f"created with the fill value {0.1 + 0.2}, recorded {found}")
