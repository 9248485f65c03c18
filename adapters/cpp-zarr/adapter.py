"""Speaks protocol 1 of zarr-conform for cpp-zarr: it translates, and nothing else.

Every answer is what the library returned and every error is one that the library raised, so a
verdict on this process is a verdict on cpp-zarr. docs/adapters.md explains the protocol.
"""

import json
import os
import sys
from importlib.metadata import version

import cppzarr
import numpy

from creation import arguments
from releases import CREATES_VERSION_3


def hello(request):
    return {
        "protocol": 1,
        "name": "cpp-zarr",
        "version": version("cpp-zarr"),
        "language": "C++",
        "edition": "3.1",
        "ops": ["read", "write"] + ["create"] * CREATES_VERSION_3,
        "unsupported": {"data_types": ["r*"]},
    }


def read(request):
    store = request["store"]
    if "regions" in request:
        regions = [cppzarr.read_zarr(store, *corners(region)) for region in request["regions"]]
        return {"data_type": regions[0].dtype.name, "regions": [to_hex(region) for region in regions]}
    elements = cppzarr.read_zarr(store)
    return {"data_type": elements.dtype.name, "shape": list(elements.shape), "elements": to_hex(elements)}


def write(request):
    """An array has no object in cpp-zarr: its data type, and its shape where all of it is written, are
    those of the elements that are there. Without corners `write_zarr` would make another array."""
    store = request["store"]
    if "region" in request:
        start, end = corners(request["region"])
        there = cppzarr.read_zarr(store, start, end)
    else:
        there = cppzarr.read_zarr(store)
        start, end = [0] * there.ndim, list(there.shape)
    cppzarr.write_zarr(store, from_hex(request["elements"], there.dtype, there.shape), start, end)
    return {}


def create(request):
    metadata = request["metadata"]
    keywords = arguments(metadata)
    data = from_hex(request["elements"], numpy.dtype(metadata["data_type"]), metadata["shape"])
    cppzarr.write_zarr(request["store"], data, **keywords)
    return {}


def corners(region):
    """Where a region starts, and where it ends, exclusively."""
    starts, lengths = region["start"], region["shape"]
    return starts, [start + length for start, length in zip(starts, lengths)]


def to_hex(elements):
    """The bytes of each element in little-endian order, elements in lexicographical order.

    A cast to the same type in another byte order moves bytes only: NaNs keep their payload.
    """
    return elements.astype(elements.dtype.newbyteorder("<")).tobytes(order="C").hex()


def from_hex(digits, dtype, shape):
    """The native array of which `to_hex` makes these digits."""
    elements = numpy.frombuffer(bytes.fromhex(digits), dtype.newbyteorder("<"))
    return elements.astype(dtype).reshape(shape)


OPS = {"hello": hello, "read": read, "write": write, "create": create}

WRONG_VALUE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RuntimeError)

# How cpp-zarr begins a message that says what of an array it does not support.
UNSUPPORTED = ("Cannot read", "Cannot write", "Unsupported")
# These say that metadata are not what they should be.
INCOMPLETE = "(metadataIncomplete)"


def kind(error):
    """One rule for all requests, by the exception alone.

    unsupported  something is not implemented, or the message says that it is not supported or that an
                 array cannot be read or written for what it has.
    invalid      Python's ways to say that a value is not what it should be; RuntimeError, by which
                 cpp-zarr raises every error of its C++ part; and Exception itself, by which it raises
                 those of its Python part.
    internal     everything else, such as lack of memory or of permission.
    """
    message = str(error)
    beginning = message.startswith(UNSUPPORTED) and INCOMPLETE not in message
    if isinstance(error, NotImplementedError) or beginning or "not supported" in message:
        return "unsupported"
    return "invalid" if isinstance(error, WRONG_VALUE) or type(error) is Exception else "internal"


def answer(request):
    try:
        if request["op"] not in OPS:
            raise NotImplementedError(f"no operation {request['op']!r}")
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
