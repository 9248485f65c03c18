"""Speaks protocol 1 of zarr-conform for zarr-python: it translates, and nothing else.

Every answer is what the library returned and every error is one that the library raised, so a
verdict on this process is a verdict on zarr-python. docs/adapters.md explains the protocol.
"""

import json
import os
import sys

import numpy
import zarr

from create import NotExpressible, Spelled, create_array
from releases import UnknownCodecError, data_type_in_metadata, for_members


def hello(request):
    return {
        "protocol": 1,
        "name": "zarr-python",
        "version": zarr.__version__,
        "language": "Python",
        "edition": "3.1",
        "ops": [op for op in OPS if op != "hello"] + ["path", "through", "consolidated"],
        # Raw bits exist under a name and in a form of the library's own, not as r8, r16, ...
        "unsupported": {"data_types": ["r*"]},
    }


def open_(request):
    array = opened_array(request, "r")
    return {"data_type": data_type(array), "shape": list(array.shape)}


def read(request):
    array = opened_array(request, "r")
    answer = {"shape": list(array.shape)}
    # Only `open` answers the library's name of `bytes`, so that here the elements are judged.
    if data_type(array) not in BYTE_STRINGS:
        answer["data_type"] = data_type(array)
    if "regions" in request:
        answer["regions"] = [to_hex(array, array[selection(region)]) for region in request["regions"]]
    else:
        answer["elements"] = to_hex(array, array[...])
    return answer


def write(request):
    array = opened_array(request, "r+")
    if "region" in request:
        region = request["region"]
        array[selection(region)] = from_hex(request["elements"], array, region["shape"])
    else:
        array[...] = from_hex(request["elements"], array, array.shape)
    return {}


def create(request):
    array = create_array(request["store"], name_in(request), request["metadata"])
    array[...] = from_hex(request["elements"], array, array.shape)
    return {}


def node(request):
    found = opened_node(request)
    return {"node_type": node_type(found), **judged(found.attrs.asdict())}


def children(request):
    members = opened_node(request).members(**for_members(request.get("consolidated") != "never"))
    return {"children": {name: node_type(member) for name, member in members}}


def walk(request):
    root = opened_node(request)
    below = root.members(max_depth=None, **for_members(request.get("consolidated") != "never")) if isinstance(root, zarr.Group) else ()
    return {"nodes": {"/": node_type(root), **{f"/{path}": node_type(it) for path, it in below}}}


def create_group(request):
    attributes = request["attributes"]
    zarr.create_group(request["store"], path=name_in(request), zarr_format=3, attributes=attributes)
    return {}


def set_attributes(request):
    found = zarr.open(store=request["store"], path=name_in(request), mode="r+", zarr_format=3)
    found.attrs.put(request["attributes"])
    return {}


def delete(request):
    root = zarr.open_group(store=request["store"], mode="r+", zarr_format=3)
    del root[name_in(request)]
    return {}


def consolidate(request):
    zarr.consolidate_metadata(request["store"], path=name_in(request), zarr_format=3)
    return {}


def opened_array(request, mode):
    if "through" in request:
        return opened_node(request)
    if "consolidated" in request:
        raise NotExpressible("open_array has no argument for consolidated metadata")
    return zarr.open_array(store=request["store"], path=name_in(request), mode=mode, zarr_format=3)


def opened_node(request):
    """The node at the path, opened by it or through the group at the root."""
    use_consolidated = {"never": False, "only": True}.get(request.get("consolidated"))
    given = {"mode": "r", "zarr_format": 3, "use_consolidated": use_consolidated}
    if "through" not in request:
        return zarr.open(store=request["store"], path=name_in(request), **given)
    root = zarr.open_group(store=request["store"], **given)
    return root[name_in(request)] if name_in(request) else root


def name_in(request):
    """The path as a name within the store, where that of the root is empty."""
    return request.get("path", "/").removeprefix("/")


def judged(attributes):
    """The attributes, where they are JSON values; NaN is none, and cannot be answered."""
    try:
        json.dumps(attributes, allow_nan=False)
    except ValueError:
        return {}
    return {"attributes": attributes}


def node_type(found):
    return "group" if isinstance(found, zarr.Group) else "array"


def data_type(array):
    """As the library writes it into metadata: an identifier, or an object with name and configuration."""
    return data_type_in_metadata(array)


def selection(region):
    starts, lengths = region["start"], region["shape"]
    return tuple(slice(start, start + length) for start, length in zip(starts, lengths))


def to_hex(array, elements):
    """The bytes of each element in little-endian order, elements in lexicographical order.

    A cast to the same type in another byte order moves bytes only: NaNs keep their payload. Of strings, a list with the
    UTF-8 of each; of byte strings, a list with each.
    """
    if isinstance(elements, bytes):
        return [elements.hex()]  # Numpy's own type would lose zeros at the end.
    elements = numpy.asarray(elements)
    if is_of_strings(array.dtype):
        return [to_bytes(element).hex() for element in elements.ravel().tolist()]
    if array.dtype.kind == "U":
        elements = elements.astype(array.dtype)  # Of an array without dimensions, numpy's string is as long as its text.
    return elements.astype(elements.dtype.newbyteorder("<")).tobytes(order="C").hex()


def to_bytes(element):
    return element.encode("utf-8") if isinstance(element, str) else element


def from_hex(digits, array, shape):
    """The native elements of an array of which `to_hex` makes these digits."""
    dtype = array.dtype
    if is_of_strings(dtype):
        elements = [bytes.fromhex(it) for it in digits]
        if data_type(array) not in BYTE_STRINGS:
            elements = [it.decode("utf-8") for it in elements]
        return numpy.array(elements, dtype).reshape(shape)
    elements = numpy.frombuffer(bytes.fromhex(digits), dtype.newbyteorder("<"))
    return elements.astype(dtype).reshape(shape)


def is_of_strings(dtype):
    """Whether elements are Python strings or bytes, or numpy's strings of any length."""
    return dtype.kind in "OT"


# What the library calls the data type `bytes`; before 3.1 it has the name of the registry.
BYTE_STRINGS = ("bytes", "variable_length_bytes")

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
    "consolidate": consolidate,
}

# For an unknown codec zarr-python has an exception of its own; other names that it does not know
# are told apart by how the message begins.
UNKNOWN_NAME = (
    "No Zarr data type found",
    "Unknown chunk grid",
    "Unknown chunk key encoding",
    "bad compressor or compressor not supported",
    "error during blosc decompression: -5",
)
WRONG_VALUE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, AssertionError)


def kind(error):
    """One rule for all requests, by the exception alone.

    unsupported  something is not implemented or not expressible, or a name is not known.
    invalid      Python's ways to say that a value is not what it should be; the library's own
                 exceptions derive from them.
    internal     everything else, such as lack of memory or of permission.
    """
    unsupported = isinstance(error, (NotImplementedError, UnknownCodecError))
    if unsupported or str(error).startswith(UNKNOWN_NAME):
        return "unsupported"
    return "invalid" if isinstance(error, WRONG_VALUE) else "internal"


def answer(request):
    try:
        if request["op"] not in OPS:
            raise NotExpressible(f"no operation {request['op']!r}")
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
    main()
