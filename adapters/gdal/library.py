"""The functions of GDAL's C API that the adapter calls, as gdal.h and cpl_error.h declare them."""

import ctypes
import os
import sysconfig
from ctypes import POINTER, c_char_p, c_int, c_int64, c_size_t, c_uint, c_uint64, c_void_p
from pathlib import Path


class Handle(c_void_p):
    """An object of GDAL. A result of this type can be passed on, which a plain pointer cannot."""


# NAME=VALUE each, and a null pointer after the last.
TEXTS = POINTER(c_char_p)
DECLARATIONS = {
    "CPLErrorReset": (None, []),
    "CPLGetLastErrorNo": (c_int, []),
    "CPLGetLastErrorMsg": (c_char_p, []),
    "CSLCount": (c_int, [Handle]),
    "CSLGetField": (c_char_p, [Handle, c_int]),
    "CSLDestroy": (None, [Handle]),
    "GDALAllRegister": (None, []),
    "GDALGetDriverByName": (Handle, [c_char_p]),
    "GDALGetMetadataItem": (c_char_p, [Handle, c_char_p, c_char_p]),
    "GDALVersionInfo": (c_char_p, [c_char_p]),
    "GDALOpenEx": (Handle, [c_char_p, c_uint, c_void_p, c_void_p, c_void_p]),
    "GDALCreateMultiDimensional": (Handle, [Handle, c_char_p, TEXTS, TEXTS]),
    "GDALClose": (c_int, [Handle]),
    "GDALDatasetGetRootGroup": (Handle, [Handle]),
    "GDALGroupRelease": (None, [Handle]),
    "GDALGroupGetMDArrayNames": (Handle, [Handle, c_void_p]),
    "GDALGroupOpenMDArray": (Handle, [Handle, c_char_p, c_void_p]),
    "GDALGroupGetGroupNames": (Handle, [Handle, c_void_p]),
    "GDALGroupOpenGroup": (Handle, [Handle, c_char_p, c_void_p]),
    "GDALGroupCreateGroup": (Handle, [Handle, c_char_p, TEXTS]),
    "GDALGroupDeleteGroup": (c_int, [Handle, c_char_p, TEXTS]),
    "GDALGroupDeleteMDArray": (c_int, [Handle, c_char_p, TEXTS]),
    "GDALGroupDeleteAttribute": (c_int, [Handle, c_char_p, TEXTS]),
    "GDALMDArrayDeleteAttribute": (c_int, [Handle, c_char_p, TEXTS]),
    "GDALGroupCreateAttribute": (Handle, [Handle, c_char_p, c_size_t, c_void_p, Handle, TEXTS]),
    "GDALGroupGetAttributes": (POINTER(Handle), [Handle, POINTER(c_size_t), TEXTS]),
    "GDALMDArrayGetAttributes": (POINTER(Handle), [Handle, POINTER(c_size_t), TEXTS]),
    "GDALReleaseAttributes": (None, [POINTER(Handle), c_size_t]),
    "GDALAttributeGetName": (c_char_p, [Handle]),
    "GDALAttributeGetDataType": (Handle, [Handle]),
    "GDALAttributeGetDimensionCount": (c_size_t, [Handle]),
    "GDALAttributeReadAsString": (c_char_p, [Handle]),
    "GDALAttributeReadAsStringArray": (Handle, [Handle]),
    "GDALAttributeReadAsRaw": (Handle, [Handle, POINTER(c_size_t)]),
    "GDALAttributeFreeRawResult": (None, [Handle, c_void_p, c_size_t]),
    "GDALGroupCreateDimension": (Handle, [Handle, c_char_p, c_char_p, c_char_p, c_uint64, TEXTS]),
    "GDALGroupCreateMDArray": (Handle, [Handle, c_char_p, c_size_t, POINTER(Handle), Handle, TEXTS]),
    "GDALMDArrayRelease": (None, [Handle]),
    "GDALMDArraySetRawNoDataValue": (c_int, [Handle, c_void_p]),
    "GDALMDArrayCreateAttribute": (Handle, [Handle, c_char_p, c_size_t, c_void_p, Handle, TEXTS]),
    "GDALAttributeWriteString": (c_int, [Handle, c_char_p]),
    "GDALAttributeWriteRaw": (c_int, [Handle, c_void_p, c_size_t]),
    "GDALAttributeRelease": (None, [Handle]),
    "GDALMDArrayGetDimensions": (POINTER(c_void_p), [Handle, POINTER(c_size_t)]),
    "GDALDimensionRelease": (None, [Handle]),
    "GDALDimensionGetSize": (c_uint64, [c_void_p]),
    "GDALReleaseDimensions": (None, [POINTER(c_void_p), c_size_t]),
    "GDALMDArrayGetDataType": (Handle, [Handle]),
    "GDALExtendedDataTypeGetNumericDataType": (c_int, [Handle]),
    "GDALExtendedDataTypeGetClass": (c_int, [Handle]),
    "GDALExtendedDataTypeGetSubType": (c_int, [Handle]),
    "GDALExtendedDataTypeGetSize": (c_size_t, [Handle]),
    "GDALExtendedDataTypeRelease": (None, [Handle]),
    "GDALExtendedDataTypeCreate": (Handle, [c_int]),
    "GDALExtendedDataTypeCreateStringEx": (Handle, [c_size_t, c_int]),
    "GDALGetDataTypeName": (c_char_p, [c_int]),
    "GDALGetDataTypeByName": (c_int, [c_char_p]),
}
TRANSFER = [
    Handle,
    POINTER(c_uint64),  # where it begins
    POINTER(c_size_t),  # how many elements
    POINTER(c_int64),  # steps
    c_void_p,  # strides of the buffer
    Handle,  # data type of the buffer
    c_void_p,  # the buffer
    c_void_p,  # where its allocation begins
    c_size_t,  # and how long it is
]
DECLARATIONS["GDALMDArrayRead"] = (c_int, TRANSFER)
DECLARATIONS["GDALMDArrayWrite"] = (c_int, TRANSFER)


def path():
    """GDAL_LIBRARY, or the library in the wheel that `install` installed."""
    if "GDAL_LIBRARY" in os.environ:
        return os.environ["GDAL_LIBRARY"]
    [found] = Path(sysconfig.get_path("platlib"), "pyogrio.libs").glob("libgdal*")
    return str(found)


def load():
    library = ctypes.CDLL(path())
    for name, (result, arguments) in DECLARATIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    library.GDALAllRegister()
    return library
