import ctypes, os, pathlib

gdal = ctypes.CDLL(os.environ["GDAL_LIBRARY"])  # GDAL's C API, as gdal.h has it
handle = type("handle", (ctypes.c_void_p,), {})
gdal.GDALGetDriverByName.restype = gdal.GDALCreateMultiDimensional.restype = handle
gdal.GDALDatasetGetRootGroup.restype = gdal.GDALGroupCreateDimension.restype = handle
gdal.GDALExtendedDataTypeCreate.restype = gdal.GDALGroupCreateMDArray.restype = gdal.GDALOpenEx.restype = handle
gdal.GDALAllRegister()
driver, v3 = gdal.GDALGetDriverByName(b"Zarr"), (ctypes.c_char_p * 2)(b"FORMAT=ZARR_V3", None)
dataset = gdal.GDALCreateMultiDimensional(driver, b"created.zarr", None, v3)
group, options = gdal.GDALDatasetGetRootGroup(dataset), (ctypes.c_char_p * 2)(b"DIM_SEPARATOR=x", None)
axes = (handle * 1)(gdal.GDALGroupCreateDimension(group, b"x", None, None, ctypes.c_uint64(2), None))
byte = gdal.GDALExtendedDataTypeCreate(1)  # GDT_Byte
array = gdal.GDALGroupCreateMDArray(group, b"array", ctypes.c_size_t(1), axes, byte, options)
if not array:
    raise SystemExit("no longer shows: it is refused")
gdal.GDALMDArrayRelease(array)
gdal.GDALClose(dataset)
found = '"separator":"x"' in "".join(pathlib.Path("created.zarr/array/zarr.json").read_text().split())
opened = gdal.GDALOpenEx(b"created.zarr/array", 0x10, None, None, None)  # GDAL_OF_MULTIDIM_RASTER
if not found:
    raise SystemExit("no longer shows: another separator is recorded")
print(f'DIM_SEPARATOR=x is recorded as the separator; GDAL {"opens" if opened else "does not open"} the array')
