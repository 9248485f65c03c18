"""Speaks protocol 1 of zarr-conform for TensorStore: it translates, and nothing else.

Every answer is what the library returned and every error is one that the library raised, so a
verdict on this process is a verdict on TensorStore. docs/adapters.md explains the protocol.
"""

import json
import os
import sys
from importlib.metadata import version

import numpy
import tensorstore


def hello(request):
    return {
        "protocol": 1,
        "name": "tensorstore",
        "version": version("tensorstore"),
        "language": "C++",
        "edition": "3.1",
        "ops": ["open", "read", "write", "create"],
    }


def open_(request):
    return described(opened(request["store"]))


def read(request):
    array = opened(request["store"])
    if "regions" in request:
        regions = [to_hex(array[selection(region)]) for region in request["regions"]]
        return {**described(array), "regions": regions}
    return {**described(array), "elements": to_hex(array)}


def write(request):
    array = opened(request["store"])
    put(array[selection(request["region"])] if "region" in request else array, request["elements"])
    return {}


def create(request):
    array = opened(request["store"], metadata=request["metadata"], create=True)
    put(array, request["elements"])
    return {}


def opened(store, **members):
    spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": store}, **members}
    return tensorstore.open(spec).result()


def described(array):
    """What the library understood, in the terms of Zarr.

    To TensorStore an array of raw bits has a further dimension, the bytes of an element.
    """
    metadata = array.spec().to_json()["metadata"]
    return {"data_type": metadata["data_type"], "shape": metadata["shape"]}


def selection(region):
    starts, lengths = region["start"], region["shape"]
    return tuple(slice(start, start + length) for start, length in zip(starts, lengths))


def to_hex(array):
    """The bytes of each element in little-endian order, elements in lexicographical order.

    A cast to the same type in another byte order moves bytes only: NaNs keep their payload.
    """
    elements = array.read(order="C").result()
    if elements.dtype.name in SMALL:
        return lowest_bits(elements).tobytes(order="C").hex()
    return elements.astype(elements.dtype.newbyteorder("<")).tobytes(order="C").hex()


SMALL = {"int2": 0b11, "int4": 0b1111, "float4_e2m1fn": 0b1111}


def lowest_bits(elements):
    """The numbers as the lowest bits of a byte, without what stands above them in memory.

    The library ignores that of integers. The sign of a `float4_e2m1fn` is the one with which it calculates.
    """
    bits = elements.view(numpy.uint8) & numpy.uint8(SMALL[elements.dtype.name])
    if elements.dtype.name == "float4_e2m1fn":
        bits = bits & 0b0111 | numpy.signbit(elements).astype(numpy.uint8) << 3
    return bits


def put(array, digits):
    """Writes the native array of which `to_hex` makes these digits."""
    dtype = array.dtype.numpy_dtype
    elements = numpy.frombuffer(bytes.fromhex(digits), dtype.newbyteorder("<"))
    array.write(elements.astype(dtype).reshape(array.shape)).result()


OPS = {"hello": hello, "open": open_, "read": read, "write": write, "create": create}

# How TensorStore says that it does not know a codec, chunk grid or chunk key encoding, or a data type.
UNKNOWN_NAME = ("is not registered", "is not one of the supported data types")
WRONG_VALUE = (ValueError, TypeError, LookupError, ArithmeticError)


def kind(error):
    """One rule for all requests, by the exception alone.

    unsupported  something is not implemented, or a name is not known.
    invalid      Python's ways to say that a value is not what it should be, to which TensorStore maps
                 its statuses of that meaning.
    internal     everything else, such as lack of memory or of permission.
    """
    if isinstance(error, NotImplementedError) or any(it in str(error) for it in UNKNOWN_NAME):
        return "unsupported"
    return "invalid" if isinstance(error, WRONG_VALUE) else "internal"


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
