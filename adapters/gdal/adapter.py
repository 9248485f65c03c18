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
from ctypes import POINTER, byref, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_uint64, cast, sizeof

from creation import NotExpressible, Spelled, arguments
from library import Handle, load

GDAL_OF_READONLY, GDAL_OF_UPDATE, GDAL_OF_MULTIDIM_RASTER, GDAL_OF_VERBOSE_ERROR = 0, 1, 0x10, 0x40
GEDTST_NONE, GEDTST_JSON = 0, 1
GEDTC_STRING = 1
GDT_FLOAT64, GDT_INT64 = 7, 13
# The numbers in attributes, by their data types.
NUMBERS = {5: c_int32, 6: c_float, GDT_FLOAT64: c_double, GDT_INT64: c_int64}
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
        "ops": [op for op in OPS if op != "hello"] + ["path", "through"],
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
    with opened(request, GDAL_OF_READONLY) as array:
        return described(array)


def read(request):
    with opened(request, GDAL_OF_READONLY) as array:
        if "regions" in request:
            regions = [elements(array, region) for region in request["regions"]]
            return {**described(array), "regions": regions}
        return {**described(array), "elements": elements(array, whole(array))}


def write(request):
    with opened(request, GDAL_OF_UPDATE) as array:
        region = request.get("region") or whole(array)
        buffer = ctypes.create_string_buffer(bytes.fromhex(request["elements"]))
        transfer(gdal.GDALMDArrayWrite, array, region, buffer)
    return {}


def create(request):
    """GDAL makes arrays in a group. Where none is asked for, the folder of the array becomes the store."""
    if "path" in request:
        with parent_of_new(request) as (group, name):
            create_in(group, name, request)
        return {}
    store = os.path.abspath(request["store"])
    with tempfile.TemporaryDirectory(dir=os.path.dirname(store)) as folder:
        path = os.path.join(folder, "group")
        with created_root(path) as group:
            create_in(group, "array", request)
        os.rename(os.path.join(path, "array"), store)
    return {}


def create_in(group, name, request):
    with created(group, name, **arguments(request["metadata"])) as array:
        buffer = ctypes.create_string_buffer(bytes.fromhex(request["elements"]))
        transfer(gdal.GDALMDArrayWrite, array, whole(array), buffer)


def node(request):
    with node_at(request, GDAL_OF_READONLY) as (node_type, found):
        return {"node_type": node_type, **judged(attributes(node_type, found))}


def judged(attributes):
    """The attributes, where they are JSON values; NaN is none, and cannot be answered."""
    try:
        json.dumps(attributes, allow_nan=False)
    except ValueError:
        return {}
    return {"attributes": attributes}


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


@contextmanager
def node_at(request, access):
    """The type of the node at the path, and its group or array."""
    with ExitStack() as cleanup:
        if request["path"] == "/":
            found = cleanup.enter_context(opened_root(request["store"], access))
            name = array_at_the_root(found, request["store"])
            is_array = name is not None
        else:
            found, name = cleanup.enter_context(parent(request, access))
            is_array = members(found).get(name) == "array"
            if not is_array:
                found = subgroup(found, [name], cleanup)
        if is_array:
            found = succeeded(gdal.GDALGroupOpenMDArray(found, name.encode(), None))
            cleanup.callback(gdal.GDALMDArrayRelease, found)
        yield ("array" if is_array else "group"), found


@contextmanager
def parent(request, access):
    """The group above the path, and the name in it."""
    *path, name = request["path"].removeprefix("/").split("/")
    with opened_root(request["store"], access) as root, ExitStack() as cleanup:
        yield subgroup(root, path, cleanup), name


@contextmanager
def parent_of_new(request):
    """The same for a node that is not there yet. GDAL makes it in a group that is there."""
    with ExitStack() as cleanup:
        try:
            found = cleanup.enter_context(parent(request, GDAL_OF_UPDATE))
        except GdalError as missing:
            raise NotExpressible(f"GDAL creates no groups above a path: {missing}") from missing
        yield found


def array_at_the_root(root, store):
    """The name of the array at the root, if one is there: GDAL gives it as a group with one array, which has the
    name of the folder."""
    name, _ = os.path.splitext(os.path.basename(store))
    return name if members(root) == {name: "array"} else None


def create_group(request):
    if request["path"] == "/":
        return create_root(request)
    with parent_of_new(request) as (group, name):
        made = succeeded(gdal.GDALGroupCreateGroup(group, name.encode(), None))
        try:
            for attribute, value in request["attributes"].items():
                set_attribute("group", made, attribute, value)
        finally:
            gdal.GDALGroupRelease(made)
    return {}


def create_root(request):
    """GDAL makes the folder of a new root itself."""
    os.rmdir(request["store"])
    with created_root(request["store"]) as root:
        for attribute, value in request["attributes"].items():
            set_attribute("group", root, attribute, value)
    return {}


def set_attributes(request):
    with node_at(request, GDAL_OF_UPDATE) as (node_type, found):
        is_array = node_type == "array"
        remove = gdal.GDALMDArrayDeleteAttribute if is_array else gdal.GDALGroupDeleteAttribute
        for attribute in attributes(node_type, found):
            succeeded(remove(found, attribute.encode(), None))
        for attribute, value in request["attributes"].items():
            set_attribute(node_type, found, attribute, value)
    return {}


def delete(request):
    with parent(request, GDAL_OF_UPDATE) as (group, name):
        is_array = members(group).get(name) == "array"
        remove = gdal.GDALGroupDeleteMDArray if is_array else gdal.GDALGroupDeleteGroup
        succeeded(remove(group, name.encode(), None))
    return {}


def attributes(owner_type, owner):
    count = c_size_t()
    get = gdal.GDALMDArrayGetAttributes if owner_type == "array" else gdal.GDALGroupGetAttributes
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
    kind, size = NUMBERS[number], c_size_t()
    raw = gdal.GDALAttributeReadAsRaw(attribute, size)
    values = cast(raw, POINTER(kind))[: size.value // sizeof(kind)]
    gdal.GDALAttributeFreeRawResult(attribute, raw, size)
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
def opened(request, access):
    """The array at the path, or without one the array of the root group."""
    with ExitStack() as cleanup:
        if "path" in request:
            group, name = cleanup.enter_context(parent(request, access))
        else:
            group = cleanup.enter_context(opened_root(request["store"], access))
            name = names(gdal.GDALGroupGetMDArrayNames, group)[0].decode()
        array = succeeded(gdal.GDALGroupOpenMDArray(group, name.encode(), None))
        cleanup.callback(gdal.GDALMDArrayRelease, array)
        yield array


@contextmanager
def created_root(path):
    """The root group of a new dataset, which is stored when it has been closed."""
    with ExitStack() as cleanup:
        driver = gdal.GDALGetDriverByName(b"Zarr")
        v3 = texts({"FORMAT": "ZARR_V3"})
        dataset = succeeded(gdal.GDALCreateMultiDimensional(driver, os.fsencode(path), None, v3))
        cleanup.callback(lambda: succeeded(gdal.GDALClose(dataset) == CE_NONE))
        root = succeeded(gdal.GDALDatasetGetRootGroup(dataset))
        cleanup.callback(gdal.GDALGroupRelease, root)
        yield root


@contextmanager
def created(group, name, dimensions, data_type, options, fill_value, attributes):
    """A new array in a group."""
    with ExitStack() as cleanup:
        axes = (Handle * len(dimensions))()
        for d, (dimension, length) in enumerate(dimensions):
            axis = gdal.GDALGroupCreateDimension(group, dimension.encode(), None, None, length, None)
            axes[d] = succeeded(axis)
            cleanup.callback(gdal.GDALDimensionRelease, axis)
        with numeric_type(data_type) as found:
            given = (name.encode(), len(axes), axes, found, texts(options))
            array = succeeded(gdal.GDALGroupCreateMDArray(group, *given))
        cleanup.callback(gdal.GDALMDArrayRelease, array)
        succeeded(gdal.GDALMDArraySetRawNoDataValue(array, fill_value))
        for attribute, value in attributes.items():
            set_attribute("array", array, attribute, value)
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


def set_attribute(owner_type, owner, name, value):
    """Texts and numbers have data types; for everything else there is the text that is JSON."""
    match value:
        case str():
            found = gdal.GDALExtendedDataTypeCreateStringEx(0, GEDTST_NONE)
            written = value.encode()
        case float():
            found, written = gdal.GDALExtendedDataTypeCreate(GDT_FLOAT64), c_double(value)
        case int() if not isinstance(value, bool) and -(2**63) <= value < 2**63:
            found, written = gdal.GDALExtendedDataTypeCreate(GDT_INT64), c_int64(value)
        case _:
            found = gdal.GDALExtendedDataTypeCreateStringEx(0, GEDTST_JSON)
            written = json.dumps(value).encode()
    with ExitStack() as cleanup:
        cleanup.callback(gdal.GDALExtendedDataTypeRelease, found)
        is_array = owner_type == "array"
        make = gdal.GDALMDArrayCreateAttribute if is_array else gdal.GDALGroupCreateAttribute
        attribute = make(owner, name.encode(), 0, None, found, None)
        cleanup.callback(gdal.GDALAttributeRelease, succeeded(attribute))
        if isinstance(written, bytes):
            succeeded(gdal.GDALAttributeWriteString(attribute, written))
        else:
            succeeded(gdal.GDALAttributeWriteRaw(attribute, byref(written), sizeof(written)))


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
    "create_group": create_group,
    "set_attributes": set_attributes,
    "delete": delete,
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
