"""Speaks protocol 1 of zarr-conform for GDAL: it translates, and nothing else.

Every answer is what the library returned and every error is one that the library raised, so a
verdict on this process is a verdict on GDAL. docs/adapters.md explains the protocol.
"""

import ctypes
import json
import math
import os
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from ctypes import c_char_p, c_size_t, c_uint64

from creation import NotExpressible, Spelled, arguments
from library import Handle, load

GDAL_OF_READONLY, GDAL_OF_UPDATE, GDAL_OF_MULTIDIM_RASTER, GDAL_OF_VERBOSE_ERROR = 0, 1, 0x10, 0x40
GEDTST_NONE, GEDTST_JSON = 0, 1
GEDTC_STRING = 1
GDT_FLOAT32, GDT_FLOAT64, GDT_INT64 = 6, 7, 13
CE_NONE, CPLE_OUT_OF_MEMORY, CPLE_NOT_SUPPORTED = 0, 2, 6

# GDAL's names in the spelling of Zarr, where that differs in more than capital letters.
NAMES = {"byte": "uint8", "cfloat16": "complex32", "cfloat32": "complex64", "cfloat64": "complex128"}


class GdalError(Exception):
    """The last error that GDAL noted, after a call that says it failed."""

    def __init__(self):
        self.number = gdal.CPLGetLastErrorNo()
        super().__init__(gdal.CPLGetLastErrorMsg().decode(errors="replace"))


def hello(request):
    return {
        "protocol": 1,
        "name": "gdal",
        "version": gdal.GDALVersionInfo(b"RELEASE_NAME").decode(),
        "language": "C++",
        "edition": "3.1",
        "ops": [op for op in OPS if op != "hello"],
        # GDAL has no data type for truth values: it opens arrays of bool, and calls them Byte.
        "unsupported": {"data_types": ["bool", "r*"], "codecs": missing_codecs()},
    }


def missing_codecs():
    """What the Zarr driver says of itself: compressors are chosen when GDAL is built, shards came with
    GDAL 3.13 and so did the checksum of their index.
    """
    driver = gdal.GDALGetDriverByName(b"Zarr")
    compressors = gdal.GDALGetMetadataItem(driver, b"COMPRESSORS", None).decode().split(",")
    options = gdal.GDALGetMetadataItem(driver, b"DMD_MULTIDIM_ARRAY_CREATIONOPTIONLIST", None)
    missing = [name for name in ("gzip", "blosc", "zstd") if name not in compressors]
    return missing if b"SHARD_CHUNK_SHAPE" in options else [*missing, "crc32c", "sharding_indexed"]


def open_(request):
    with opened(request["store"], GDAL_OF_READONLY) as array:
        return described(array)


def read(request):
    with opened(request["store"], GDAL_OF_READONLY) as array:
        if "regions" in request:
            regions = [elements(array, region) for region in request["regions"]]
            return {**described(array), "regions": regions}
        return {**described(array), "elements": elements(array, whole(array))}


def write(request):
    with opened(request["store"], GDAL_OF_UPDATE) as array:
        region = request.get("region") or whole(array)
        buffer = ctypes.create_string_buffer(bytes.fromhex(request["elements"]))
        transfer(gdal.GDALMDArrayWrite, array, region, buffer)
    return {}


def create(request):
    """GDAL makes arrays in a group. The folder of the array becomes the store."""
    store = os.path.abspath(request["store"])
    with tempfile.TemporaryDirectory(dir=os.path.dirname(store)) as folder:
        group = os.path.join(folder, "group")
        with created(group, "array", **arguments(request["metadata"])) as array:
            buffer = ctypes.create_string_buffer(bytes.fromhex(request["elements"]))
            transfer(gdal.GDALMDArrayWrite, array, whole(array), buffer)
        os.rename(os.path.join(group, "array"), store)
    return {}


def node(request):
    *ancestors, name = request["path"].removeprefix("/").split("/")
    with opened_root(request["store"], GDAL_OF_READONLY) as root, ExitStack() as cleanup:
        if name == "":
            return described_root(root, request["store"])
        group = subgroup(root, ancestors, cleanup)
        if name.encode() in names(gdal.GDALGroupGetMDArrayNames, group):
            return {"node_type": "array", "attributes": array_attributes(group, name.encode())}
        group = subgroup(group, [name], cleanup)
        return {"node_type": "group", "attributes": attributes(gdal.GDALGroupGetAttributes, group)}


def children(request):
    path = [name for name in request["path"].split("/") if name != ""]
    with opened_root(request["store"], GDAL_OF_READONLY) as root, ExitStack() as cleanup:
        return {"children": members(subgroup(root, path, cleanup))}


def walk(request):
    with opened_root(request["store"], GDAL_OF_READONLY) as root:
        if array_at_the_root(root, request["store"]):
            return {"nodes": {"/": "array"}}
        return {"nodes": {"/": "group", **below(root, "/")}}


def below(group, path):
    nodes = {}
    for name, node_type in members(group).items():
        nodes[path + name] = node_type
        if node_type == "group":
            with ExitStack() as cleanup:
                nodes |= below(subgroup(group, [name], cleanup), f"{path}{name}/")
    return nodes


def members(group):
    groups = names(gdal.GDALGroupGetGroupNames, group)
    arrays = names(gdal.GDALGroupGetMDArrayNames, group)
    return {name.decode(): "group" for name in groups} | {name.decode(): "array" for name in arrays}


def subgroup(group, path, cleanup):
    """The group at a path below a group, opened name by name."""
    for name in path:
        group = succeeded(gdal.GDALGroupOpenGroup(group, name.encode(), None))
        cleanup.callback(gdal.GDALGroupRelease, group)
    return group


def described_root(root, store):
    if array_at_the_root(root, store):
        [name] = names(gdal.GDALGroupGetMDArrayNames, root)
        return {"node_type": "array", "attributes": array_attributes(root, name)}
    return {"node_type": "group", "attributes": attributes(gdal.GDALGroupGetAttributes, root)}


def array_at_the_root(root, store):
    """GDAL gives an array at the root as a group with one array, which has the name of the folder."""
    name, _ = os.path.splitext(os.path.basename(store))
    return members(root) == {name: "array"}


def array_attributes(group, name):
    array = succeeded(gdal.GDALGroupOpenMDArray(group, name, None))
    try:
        return attributes(gdal.GDALMDArrayGetAttributes, array)
    finally:
        gdal.GDALMDArrayRelease(array)


def attributes(get, owner):
    count = c_size_t()
    found = get(owner, count, None)
    try:
        return {gdal.GDALAttributeGetName(found[i]).decode(): value(found[i]) for i in range(count.value)}
    finally:
        gdal.GDALReleaseAttributes(found, count)


def value(attribute):
    """Texts and numbers, or lists of them, have data types; everything else is the text that is JSON."""
    found = gdal.GDALAttributeGetDataType(attribute)
    is_text = gdal.GDALExtendedDataTypeGetClass(found) == GEDTC_STRING
    is_json = gdal.GDALExtendedDataTypeGetSubType(found) == GEDTST_JSON
    number = gdal.GDALExtendedDataTypeGetNumericDataType(found)
    gdal.GDALExtendedDataTypeRelease(found)
    is_list = gdal.GDALAttributeGetDimensionCount(attribute) > 0
    if is_text and not is_list:
        text = gdal.GDALAttributeReadAsString(attribute).decode()
        return json.loads(text) if is_json and text != "" else text
    if is_text:
        values = [text.decode() for text in listed(gdal.GDALAttributeReadAsStringArray(attribute))]
        return [json.loads(text) for text in values] if is_json else values
    is_real = number in (GDT_FLOAT32, GDT_FLOAT64)
    read = gdal.GDALAttributeReadAsDoubleArray if is_real else gdal.GDALAttributeReadAsInt64Array
    count = c_size_t()
    numbers = read(attribute, count)
    values = numbers[: count.value]
    gdal.VSIFree(numbers)
    return values if is_list else values[0]


@contextmanager
def opened_root(store, access):
    """The root group. What was written is stored when the dataset has been closed."""
    flags = access | GDAL_OF_MULTIDIM_RASTER | GDAL_OF_VERBOSE_ERROR
    with ExitStack() as cleanup:
        dataset = succeeded(gdal.GDALOpenEx(os.fsencode(store), flags, None, None, None))
        cleanup.callback(lambda: succeeded(gdal.GDALClose(dataset) == CE_NONE))
        root = succeeded(gdal.GDALDatasetGetRootGroup(dataset))
        cleanup.callback(gdal.GDALGroupRelease, root)
        yield root


@contextmanager
def opened(store, access):
    """The one array of the root group."""
    with opened_root(store, access) as root:
        name = names(gdal.GDALGroupGetMDArrayNames, root)[0]
        array = succeeded(gdal.GDALGroupOpenMDArray(root, name, None))
        try:
            yield array
        finally:
            gdal.GDALMDArrayRelease(array)


@contextmanager
def created(path, name, dimensions, data_type, options, fill_value, attributes):
    """An array in a new root group. What was written is stored when the dataset has been closed."""
    with ExitStack() as cleanup:
        driver = gdal.GDALGetDriverByName(b"Zarr")
        v3 = texts({"FORMAT": "ZARR_V3"})
        dataset = succeeded(gdal.GDALCreateMultiDimensional(driver, os.fsencode(path), None, v3))
        cleanup.callback(lambda: succeeded(gdal.GDALClose(dataset) == CE_NONE))
        root = succeeded(gdal.GDALDatasetGetRootGroup(dataset))
        cleanup.callback(gdal.GDALGroupRelease, root)
        axes = (Handle * len(dimensions))()
        for d, (dimension, length) in enumerate(dimensions):
            axis = gdal.GDALGroupCreateDimension(root, dimension.encode(), None, None, length, None)
            axes[d] = succeeded(axis)
            cleanup.callback(gdal.GDALDimensionRelease, axis)
        with numeric_type(data_type) as found:
            given = (name.encode(), len(axes), axes, found, texts(options))
            array = succeeded(gdal.GDALGroupCreateMDArray(root, *given))
        cleanup.callback(gdal.GDALMDArrayRelease, array)
        succeeded(gdal.GDALMDArraySetRawNoDataValue(array, fill_value))
        for attribute, value in attributes.items():
            set_attribute(array, attribute, value)
        yield array


def texts(options):
    """The list of NAME=VALUE that options are in GDAL."""
    found = [f"{name}={value}".encode() for name, value in options.items()]
    return (c_char_p * (len(found) + 1))(*found, None)


@contextmanager
def numeric_type(data_type):
    """GDAL's data type of this name in Zarr."""
    gdal_names = {name: gdal_name for gdal_name, name in NAMES.items()}
    number = gdal.GDALGetDataTypeByName(gdal_names.get(data_type, data_type).encode())
    if number == 0:
        raise NotExpressible(f"GDAL has no data type {data_type}")
    found = gdal.GDALExtendedDataTypeCreate(number)
    try:
        yield found
    finally:
        gdal.GDALExtendedDataTypeRelease(found)


def set_attribute(array, name, value):
    """Texts and numbers have data types; for everything else there is the text that is JSON."""
    match value:
        case str():
            found = gdal.GDALExtendedDataTypeCreateStringEx(0, GEDTST_NONE)
            write, value = gdal.GDALAttributeWriteString, value.encode()
        case float():
            found, write = gdal.GDALExtendedDataTypeCreate(GDT_FLOAT64), gdal.GDALAttributeWriteDouble
        case int() if not isinstance(value, bool) and -(2**63) <= value < 2**63:
            found, write = gdal.GDALExtendedDataTypeCreate(GDT_INT64), gdal.GDALAttributeWriteInt64
        case _:
            found = gdal.GDALExtendedDataTypeCreateStringEx(0, GEDTST_JSON)
            write, value = gdal.GDALAttributeWriteString, json.dumps(value).encode()
    with ExitStack() as cleanup:
        cleanup.callback(gdal.GDALExtendedDataTypeRelease, found)
        attribute = gdal.GDALMDArrayCreateAttribute(array, name.encode(), 0, None, found, None)
        cleanup.callback(gdal.GDALAttributeRelease, succeeded(attribute))
        succeeded(write(attribute, value))


def names(get, group):
    return listed(get(group, None))


def listed(found):
    """The texts of a list that GDAL made, which is freed."""
    fields = [gdal.CSLGetField(found, i) for i in range(gdal.CSLCount(found))]
    gdal.CSLDestroy(found)
    return fields


def succeeded(result):
    if not result:
        raise GdalError
    return result


def described(array):
    with data_type(array) as found:
        number = gdal.GDALExtendedDataTypeGetNumericDataType(found)
    name = gdal.GDALGetDataTypeName(number).decode().lower()
    return {"data_type": NAMES.get(name, name), "shape": shape(array)}


@contextmanager
def data_type(array):
    found = gdal.GDALMDArrayGetDataType(array)
    try:
        yield found
    finally:
        gdal.GDALExtendedDataTypeRelease(found)


def shape(array):
    rank = c_size_t()
    dimensions = gdal.GDALMDArrayGetDimensions(array, rank)
    lengths = [gdal.GDALDimensionGetSize(dimensions[i]) for i in range(rank.value)]
    gdal.GDALReleaseDimensions(dimensions, rank)
    return lengths


def whole(array):
    lengths = shape(array)
    return {"start": [0] * len(lengths), "shape": lengths}


def elements(array, region):
    """The bytes of each element, in the order of this machine: little endian."""
    with data_type(array) as found:
        size = gdal.GDALExtendedDataTypeGetSize(found)
    buffer = ctypes.create_string_buffer(math.prod(region["shape"]) * size)
    transfer(gdal.GDALMDArrayRead, array, region, buffer)
    return buffer.raw.hex()


def transfer(function, array, region, buffer):
    rank = len(region["shape"])
    start, count = (c_uint64 * rank)(*region["start"]), (c_size_t * rank)(*region["shape"])
    with data_type(array) as found:
        succeeded(function(array, start, count, None, None, found, buffer, None, 0))


OPS = {
    "hello": hello,
    "open": open_,
    "read": read,
    "write": write,
    "create": create,
    "node": node,
    "children": children,
    "walk": walk,
}


def kind(error):
    """One rule for all requests, by GDAL's number of the error alone.

    unsupported  CPLE_NotSupported, and an operation that this adapter does not have
    internal     CPLE_OutOfMemory
    invalid      every other error of GDAL, most of which are CPLE_AppDefined, and a group without array
    """
    if isinstance(error, GdalError):
        kinds = {CPLE_NOT_SUPPORTED: "unsupported", CPLE_OUT_OF_MEMORY: "internal"}
        return kinds.get(error.number, "invalid")
    if isinstance(error, NotImplementedError):
        return "unsupported"
    return "invalid" if isinstance(error, LookupError) else "internal"


def answer(request):
    try:
        if request["op"] not in OPS:
            raise NotImplementedError(f"no operation {request['op']!r}")
        gdal.CPLErrorReset()
        return {"id": request["id"], "ok": OPS[request["op"]](request)}
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        return {"id": request["id"], "error": {"kind": kind(error), "message": message}}


def main():
    # Only answers may go to standard output; whatever else is printed goes to standard error.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin.buffer:
        request = json.loads(line, parse_float=Spelled)
        print(json.dumps(answer(request)), file=answers, flush=True)


if __name__ == "__main__":
    gdal = load()
    main()
