"""Speaks protocol 1 of zarr-conform for simplezarr: it translates, and nothing else.

Every answer is what the library returned and every error is one that the library raised, so a
verdict on this process is a verdict on simplezarr. docs/adapters.md explains the protocol.
"""

import json
import os
import sys

import numpy
import simplezarr
from simplezarr import LocalStore, ZarrGroup, open_zarr
from simplezarr.codecs import ArrayType, CodecError, decode_bytes, encode_array

from creation import NotExpressible, create_array


def hello(request):
    return {
        "protocol": 1,
        "name": "simplezarr",
        "version": simplezarr.__version__,
        "language": "Python",
        "edition": "3.1",
        "ops": [op for op in OPS if op != "hello"] + ["path", "through"],
        "unsupported": {"data_types": ["r*"], "codecs": ["sharding_indexed"]},
    }


def open_(request):
    return described(open_node(request))


def read(request):
    array = open_node(request)
    if "regions" in request:
        regions = [to_hex(array[selection(region)].get_now()) for region in request["regions"]]
        return {**described(array), "regions": regions}
    return {**described(array), "elements": to_hex(array[...].get_now())}


def write(request):
    array = open_node(request)
    if "region" in request:
        region = request["region"]
        elements = from_hex(request["elements"], array.dtype, region["shape"])
        array[selection(region)].set_now(elements)
    else:
        array[...].set_now(from_hex(request["elements"], array.dtype, array.shape))
    return {}


def create(request):
    array = create_array(LocalStore(request["store"]), path_in(request), request["metadata"])
    array[...].set_now(from_hex(request["elements"], array.dtype, array.shape))
    return {}


def encode(request):
    elements = from_hex(request["elements"], request["data_type"], request["shape"])
    return {"encoded": bytes(encode_array(elements, request["codecs"])).hex()}


def decode(request):
    encoded = memoryview(bytes.fromhex(request["encoded"]))
    chunk = ArrayType.create(tuple(request["shape"]), request["data_type"])
    return {"elements": to_hex(decode_bytes(encoded, request["codecs"], chunk))}


def node(request):
    found = open_node(request)
    return {"node_type": node_type(found), **judged(found.attributes)}


def children(request):
    group = open_node(request)
    return {"children": {child.name: node_type(child) for child in group.children}}


def walk(request):
    root = open_node(request)
    return {"nodes": dict(with_all_below(root))}


def with_all_below(found):
    yield f"/{found.path}", node_type(found)
    for child in found.children if isinstance(found, ZarrGroup) else ():
        yield from with_all_below(child)


def create_group(request):
    ZarrGroup.create(LocalStore(request["store"]), path_in(request), attributes=request["attributes"])
    return {}


def open_node(request):
    """The node at the path, opened by it or through the group at the root."""
    store, path = LocalStore(request["store"]), path_in(request)
    if "through" not in request:
        return open_zarr(store, path)
    root = open_zarr(store)
    return root[path] if path else root


def path_in(request):
    """Without the slash at its beginning, which makes that of the root empty, as in simplezarr."""
    return request.get("path", "/").removeprefix("/")


def judged(attributes):
    """The attributes, where they are JSON values; NaN is none, and cannot be answered."""
    try:
        json.dumps(attributes, allow_nan=False)
    except ValueError:
        return {}
    return {"attributes": attributes}


def node_type(found):
    return "group" if isinstance(found, ZarrGroup) else "array"


def described(array):
    return {"data_type": array.dtype, "shape": list(array.shape)}


def selection(region):
    starts, lengths = region["start"], region["shape"]
    return tuple(slice(start, start + length) for start, length in zip(starts, lengths))


def to_hex(elements):
    """The bytes of each element in little-endian order, elements in lexicographical order.

    A cast to the same type in another byte order moves bytes only: NaNs keep their payload.
    """
    return elements.astype(elements.dtype.newbyteorder("<")).tobytes(order="C").hex()


def from_hex(digits, data_type, shape):
    """The native array of which `to_hex` makes these digits."""
    dtype = numpy.dtype(data_type)
    elements = numpy.frombuffer(bytes.fromhex(digits), dtype.newbyteorder("<"))
    return elements.astype(dtype).reshape(shape)


OPS = {
    "hello": hello,
    "open": open_,
    "read": read,
    "write": write,
    "create": create,
    "encode": encode,
    "decode": decode,
    "node": node,
    "children": children,
    "walk": walk,
    "create_group": create_group,
}

WRONG_VALUE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError)


def kind(error):
    """One rule for all requests, by the exception alone.

    unsupported  something is not implemented or not expressible, or the message calls it not supported.
    invalid      Python's ways to say that a value is not what it should be, an assertion, and
                 RuntimeError and CodecError, by which simplezarr says so.
    internal     everything else, such as lack of memory or of permission.
    """
    if isinstance(error, NotImplementedError) or "not supported" in str(error):
        return "unsupported"
    wrong = isinstance(error, (*WRONG_VALUE, AssertionError, RuntimeError, CodecError))
    return "invalid" if wrong else "internal"


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
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
