"""Speaks protocol 1 of zarr-conform for zarrista: it translates, and nothing else.

Every answer is what the library returned and every error is one that the library raised, so a
verdict on this process is a verdict on zarrista. docs/adapters.md explains the protocol.
"""

import json
import os
import sys
from itertools import accumulate

import zarrista
from zarrista import Array, ArrayBytes, Group, VariableLengthTensor
from zarrista.exceptions import StorageError, ZarristaError
from zarrista.store import FilesystemStore

from creation import NotExpressible, create_array


def hello(request):
    return {
        "protocol": 1,
        "name": "zarrista",
        "version": zarrista.__version__,
        "language": "Python",
        "edition": "3.1",
        "ops": [op for op in OPS if op != "hello"] + ["path", "through"],
    }


def open_(request):
    return described(opened_array(request))


def read(request):
    array = opened_array(request)
    if "regions" in request:
        regions = [to_hex(array[selection(region)]) for region in request["regions"]]
        return {**described(array), "regions": regions}
    return {**described(array), "elements": to_hex(array[...])}


def write(request):
    array = opened_array(request)
    where = selection(request["region"]) if "region" in request else ...
    array[where] = from_hex(request["elements"])
    return {}


def create(request):
    path = request.get("path", "/")
    array = create_array(FilesystemStore(request["store"]), path, request["metadata"])
    array[...] = from_hex(request["elements"])
    return {}


def node(request):
    found = opened_node(request)
    return {"node_type": node_type(found), "attributes": found.attrs}


def children(request):
    group = opened_node(request)
    groups, arrays = group.group_keys(), group.array_keys()
    return {"children": dict.fromkeys(groups, "group") | dict.fromkeys(arrays, "array")}


def walk(request):
    root = opened_node({**request, "path": "/"})
    below = root.traverse() if isinstance(root, Group) else ()
    return {"nodes": {"/": node_type(root), **{found.path: node_type(found) for found in below}}}


def set_attributes(request):
    opened_node(request).with_attrs(request["attributes"]).store_metadata()
    return {}


def opened_array(request):
    if "through" in request:
        return opened_node(request)
    return Array.open(FilesystemStore(request["store"]), request.get("path", "/"))


def opened_node(request):
    """The node at the path, opened by it or through the group at the root.

    zarrista opens a node as what its user says it is. Where it is neither, the refusal is that of a group.
    """
    store, path = FilesystemStore(request["store"]), request["path"]
    if "through" in request:
        found = Group.open(store)
        for name in path.removeprefix("/").split("/") if path != "/" else ():
            found = found[name]
        return found
    try:
        return Group.open(store, path)
    except ZarristaError as refused:
        try:
            return Array.open(store, path)
        except ZarristaError:
            raise refused from None


def node_type(found):
    return "group" if isinstance(found, Group) else "array"


def described(array):
    return {"data_type": array.dtype.name, "shape": list(array.shape)}


def selection(region):
    starts, lengths = region["start"], region["shape"]
    return tuple(slice(start, start + length) for start, length in zip(starts, lengths))


def to_hex(tensor):
    """The bytes as zarrista has them: in C order and, on the machines that this is for, little endian.

    Of strings, a list with the UTF-8 of each, and of byte strings, with the bytes of each.
    """
    if isinstance(tensor, VariableLengthTensor):
        elements = tensor.to_numpy().ravel().tolist()
        return [(it.encode("utf-8") if isinstance(it, str) else it).hex() for it in elements]
    return bytes(tensor.buffer()).hex()


def from_hex(digits):
    """What zarrista takes for elements of any data type, raw bits and complex numbers included.

    A list has the digits of each string or byte string, which stand one after the other between offsets.
    """
    if isinstance(digits, list):
        each = [bytes.fromhex(it) for it in digits]
        return ArrayBytes(b"".join(each), offsets=list(accumulate(map(len, each), initial=0)))
    return ArrayBytes(bytes.fromhex(digits))


OPS = {
    "hello": hello,
    "open": open_,
    "read": read,
    "write": write,
    "create": create,
    "node": node,
    "children": children,
    "walk": walk,
    "set_attributes": set_attributes,
}

# zarrista has one class for what is wrong and what it lacks; these are its words for the latter.
LACKING = ("is not supported", "unsupported additional field", "unsupported data type")
WRONG_VALUE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError)


def kind(error):
    """One rule for all requests, by the exception alone.

    unsupported  something is not implemented or not expressible, or zarrista's message says that
                 something is not supported.
    internal     the store failed, or something else that says nothing about the input.
    invalid      zarrista's other exceptions, and Python's ways to say that a value is not what it
                 should be.
    """
    message = str(error).lower()
    if isinstance(error, NotImplementedError) or any(words in message for words in LACKING):
        return "unsupported"
    if isinstance(error, StorageError):
        return "internal"
    return "invalid" if isinstance(error, (ZarristaError, *WRONG_VALUE)) else "internal"


def answer(request):
    try:
        if request["op"] not in OPS:
            raise NotExpressible(f"no operation {request['op']!r}")
        return {"id": request["id"], "ok": OPS[request["op"]](request)}
    # A panic of zarrista is no Exception: it ends the process, as it would end a user's.
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
