import json
import sys

import numpy
import zarr


def hello(request):
    return {"protocol": 1, "name": "zarr-python", "version": zarr.__version__,
            "language": "Python", "edition": "3.1", "ops": ["open", "read", "write"]}


def open_(request):
    return describe(zarr.open_array(request["store"], mode="r", zarr_format=3))


def read(request):
    array = zarr.open_array(request["store"], mode="r", zarr_format=3)
    if "regions" in request:
        regions = [to_hex(array[slices(region)]) for region in request["regions"]]
        return {**describe(array), "regions": regions}
    return {**describe(array), "elements": to_hex(array[...])}


def write(request):
    array = zarr.open_array(request["store"], mode="r+", zarr_format=3)
    region = request.get("region", {"start": [0] * array.ndim, "shape": array.shape})
    little_endian = array.dtype.newbyteorder("<")
    elements = numpy.frombuffer(bytes.fromhex(request["elements"]), little_endian)
    array[slices(region)] = elements.reshape(region["shape"])
    return {}


def unknown(request):
    raise NotImplementedError(f"no operation {request['op']!r}")


def describe(array):
    data_type = array.metadata.data_type.to_json(zarr_format=3)
    return {"data_type": data_type, "shape": list(array.shape)}


def slices(region):
    return tuple(slice(s, s + n) for s, n in zip(region["start"], region["shape"]))


def to_hex(elements):
    elements = numpy.asarray(elements)
    return elements.astype(elements.dtype.newbyteorder("<")).tobytes().hex()


answers, sys.stdout = sys.stdout, sys.stderr  # Stray prints must not reach the protocol.
operations = {"hello": hello, "open": open_, "read": read, "write": write}
for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"]}
    try:
        answer["ok"] = operations.get(request["op"], unknown)(request)
    except NotImplementedError as error:
        answer["error"] = {"kind": "unsupported", "message": repr(error)}
    except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError) as error:
        answer["error"] = {"kind": "invalid", "message": repr(error)}
    except Exception as error:
        answer["error"] = {"kind": "internal", "message": repr(error)}
    print(json.dumps(answer), file=answers, flush=True)
