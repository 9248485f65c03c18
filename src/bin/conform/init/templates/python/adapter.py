"""Adapter of my-library for zarr-conform: answers the requests of protocol 1 by calling the library.

Fill in `open_`, `read` and `write`, the functions marked with TODO, and put the name of each into
IMPLEMENTED once it works. Everything below them speaks the protocol and can stay as it is.

The verdict is about the library. So the adapter does not validate, does not repair, and never looks
into the store by itself. docs/adapters.md of zarr-conform describes the protocol in full, also the
optional operations create, encode, decode and grid, and those on groups.
"""

import json
import os
import sys

# TODO: import your library here.

# The operations that work: add "open", "read" and "write" as you write them. What is listed here and
# answers "unsupported" to a plain request counts as a false claim.
IMPLEMENTED = []


def hello():
    return {
        "protocol": 1,
        "name": "my-library",
        "version": "0.0.0",  # TODO: ask your library for its version, so that it cannot be wrong.
        "language": "Python",
        "edition": "3.1",  # The newest edition of the specification that the library implements.
        "ops": IMPLEMENTED,
    }


def open_(store):
    """Opens the array as any user would, and reads no chunk.

    `store` is the path of a folder that holds zarr.json. Returns what the library understood: the
    data type by the specification's identifier, such as "int16", and the shape, a list of integers.
    Let the exceptions of the library pass: `kind_of_error` translates them.
    """
    # TODO: call your library here.
    #     array = my_library.open(store)
    #     return str(array.dtype), list(array.shape)
    raise NotImplementedError("not implemented yet")


def read(store, regions):
    """Opens the array once and reads all regions from it, one after the other.

    Each region is {"start": [...], "shape": [...]}, one integer for each dimension, and always lies
    within the array; None stands for the whole array. Returns the data type and the shape as `open_`
    does, and a list with the bytes of each region: elements in C order, the last dimension fastest,
    each little endian, whatever the array's own endianness and codecs are. A complex number is its
    real component, then the imaginary one; a bool is one byte, 0 or 1; raw bits stay as they are.

    Every bit counts, also those of NaNs and of negative zero: reinterpret memory, do not convert
    numbers. An array of rank 0 has one element; a region with a length of 0 has none, so b"".
    """
    # TODO: call your library here. With an array that gives NumPy's arrays:
    #     array = my_library.open(store)
    #     elements = [array[...] if it is None else array[slices(it)] for it in regions]
    #     little_endian = array.dtype.newbyteorder("<")
    #     encoded = [numpy.asarray(it).astype(little_endian).tobytes() for it in elements]
    #     return str(array.dtype), list(array.shape), encoded
    raise NotImplementedError("not implemented yet")


def write(store, region, elements):
    """Opens the array that is there and writes into one region; None stands for the whole array.

    `elements` are bytes in the form that `read` returns. When this function returns, everything must
    have reached the folder: the chunks are looked at next.
    """
    # TODO: call your library here.
    #     array = my_library.open(store)
    #     little_endian = array.dtype.newbyteorder("<")
    #     part = Ellipsis if region is None else slices(region)
    #     shape = array.shape if region is None else region["shape"]
    #     array[part] = numpy.frombuffer(elements, little_endian).reshape(shape)
    raise NotImplementedError("not implemented yet")


def kind_of_error(error):
    """The one rule from exceptions to kinds of error, for all operations.

    "unsupported": valid, perhaps, but not implemented; "internal": says nothing about the input, such
    as no permission or a bug; "invalid": the input breaks the specification.
    """
    # TODO: name the exceptions of your library. Without any of its own, this rule can stay.
    if isinstance(error, NotImplementedError):
        return "unsupported"
    if isinstance(error, (OSError, MemoryError, NameError)):
        return "internal"
    return "invalid"


def slices(region):
    return tuple(slice(s, s + n) for s, n in zip(region["start"], region["shape"]))


# From here on: the protocol. One line of JSON for each request, and one for each answer.


def answer(request):
    op = request["op"]
    if op == "hello":
        return hello()
    if op == "open":
        data_type, shape = open_(request["store"])
        return {"data_type": data_type, "shape": shape}
    if op == "read":
        regions = request.get("regions")
        data_type, shape, elements = read(request["store"], [None] if regions is None else regions)
        described = {"data_type": data_type, "shape": shape}
        if regions is None:
            return {**described, "elements": elements[0].hex()}
        return {**described, "regions": [it.hex() for it in elements]}
    if op == "write":
        write(request["store"], request.get("region"), bytes.fromhex(request["elements"]))
        return {}
    raise NotImplementedError(f"operation {op} is not implemented")


def main():
    # Nothing but answers may reach standard output, so prints go to standard error from now on, also
    # those of native code.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        try:
            result = {"ok": answer(request)}
        except Exception as error:
            message = str(error) or repr(error)
            result = {"error": {"kind": kind_of_error(error), "message": message}}
        print(json.dumps({"id": request["id"], **result}), file=answers, flush=True)


if __name__ == "__main__":
    main()
