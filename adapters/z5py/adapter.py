"""Speaks protocol 1 of zarr-conform for z5py: it translates, and nothing else.

Every answer is what the library returned and every error is one that the library raised, so a
verdict on this process is a verdict on z5py. docs/adapters.md explains the protocol.
"""

import json
import os
import sys
import tempfile

import numpy
import z5py

from creation import arguments


def hello(request):
    return {
        "protocol": 1,
        "name": "z5py",
        "version": z5py.__version__,
        "language": "C++",
        "edition": "3.1",
        "ops": [op for op in OPS if op != "hello"] + ["path", "through"],
        "unsupported": {
            "data_types": ["bool", "float16", "complex64", "complex128", "r*"],
            "codecs": ["transpose", "crc32c"],
        },
    }


def open_(request):
    return described(opened(request, "r"))


def read(request):
    array = opened(request, "r")
    if "regions" in request:
        regions = [to_hex(array[selection(region)]) for region in request["regions"]]
        return {**described(array), "regions": regions}
    return {**described(array), "elements": to_hex(array[...])}


def write(request):
    array = opened(request, "r+")
    if "region" in request:
        region = request["region"]
        array[selection(region)] = from_hex(request["elements"], array.dtype, region["shape"])
    else:
        array[...] = from_hex(request["elements"], array.dtype, array.shape)
    return {}


def create(request):
    """z5py makes datasets in a group. Where none is asked for, the folder of the dataset becomes the store."""
    store = os.path.abspath(request["store"])
    if "path" in request:
        create_in(z5py.File(store, "r+"), request["path"], request)
        return {}
    with tempfile.TemporaryDirectory(dir=os.path.dirname(store)) as folder:
        group = os.path.join(folder, "group.zarr")
        create_in(z5py.File(group, "w", zarr_format=3), "array", request)
        os.rename(os.path.join(group, "array"), store)
    return {}


def create_in(file, path, request):
    array = file.create_dataset(path.removeprefix("/"), **arguments(request["metadata"]))
    for name, value in request["metadata"].get("attributes", {}).items():
        array.attrs[name] = value
    array[...] = from_hex(request["elements"], array.dtype, array.shape)


def node(request):
    found = opened_node(request["store"], request["path"])
    return {"node_type": node_type(found), "attributes": dict(found.attrs)}


def children(request):
    group = opened_node(request["store"], request["path"])
    return {"children": {name: node_type(child) for name, child in group.items()}}


def walk(request):
    root = opened_node(request["store"], "/")
    nodes = {"/": node_type(root)}
    if isinstance(root, z5py.Group):
        root.visititems(lambda path, found: nodes.update({f"/{path}": node_type(found)}))
    return {"nodes": nodes}


def create_group(request):
    """The root is the file, for which z5py makes the folder itself."""
    name = request["path"].removeprefix("/")
    if name:
        group = z5py.File(request["store"], "r+").create_group(name)
    else:
        group = z5py.File(request["store"], "w", zarr_format=3)
    group.attrs.update(request["attributes"])
    return {}


def set_attributes(request):
    found = opened_node(request["store"], request["path"], "r+")
    found.attrs.clear()
    found.attrs.update(request["attributes"])
    return {}


def delete(request):
    del z5py.File(request["store"], "r+")[request["path"].removeprefix("/")]
    return {}


def opened_node(store, path, mode="r"):
    """To z5py the root is a group, which is the file; an array at the root it opens by its path only."""
    file = z5py.File(store, mode)
    if path != "/":
        return file[path]
    try:
        return file["/"]
    except Exception:
        return file


def node_type(found):
    return "group" if isinstance(found, z5py.Group) else "array"


def opened(request, mode):
    """The array at a path of the store, which z5py calls a file: everything is reached through its root."""
    return z5py.File(request["store"], mode)[request.get("path", "/")]


def described(array):
    return {"data_type": array.dtype.name, "shape": list(array.shape)}


def selection(region):
    starts, lengths = region["start"], region["shape"]
    return tuple(slice(start, start + length) for start, length in zip(starts, lengths))


def to_hex(elements):
    """The bytes of each element in little-endian order, elements in lexicographical order.

    A cast to the same type in another byte order moves bytes only: NaNs keep their payload.
    """
    elements = numpy.asarray(elements)
    return elements.astype(elements.dtype.newbyteorder("<")).tobytes(order="C").hex()


def from_hex(digits, dtype, shape):
    """The native array of which `to_hex` makes these digits."""
    elements = numpy.frombuffer(bytes.fromhex(digits), dtype.newbyteorder("<"))
    return elements.astype(dtype).reshape(shape)


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

WRONG_VALUE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RuntimeError)


def kind(error):
    """One rule for all requests, by the exception alone.

    unsupported  something is not implemented, or the message calls it unsupported or not supported.
    invalid      Python's ways to say that a value is not what it should be, and RuntimeError, by
                 which z5py raises every error of its C++ part.
    internal     everything else, such as lack of memory or of permission.
    """
    message = str(error).lower()
    if isinstance(error, NotImplementedError) or "unsupported" in message or "not supported" in message:
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
