"""A small implementation of Zarr v3: transpose, bytes, gzip, codec lists, the regular grid and chunk keys.

It is what the tests are about: put your own library in its place.
"""

import gzip
import re
import zlib
from math import prod

import numpy

NUMBERS = "int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split()


class Invalid(Exception):
    """The input breaks the specification."""


class Unsupported(Exception):
    """The input may be valid, but is not implemented."""


def dtype(data_type):
    """The numpy type in native byte order; of a complex number, numpy orders the bytes of each part."""
    if data_type == "bool" or data_type in NUMBERS or data_type in ("complex64", "complex128"):
        return numpy.dtype(data_type)
    is_name = isinstance(data_type, str)
    if is_name and re.fullmatch("r[1-9][0-9]*", data_type) and int(data_type[1:]) % 8 == 0:
        return numpy.dtype(f"V{int(data_type[1:]) // 8}")
    raise Unsupported(f"data type {data_type!r}")


def transpose_order(codec, rank):
    order = codec.get("configuration", {}).get("order")
    if not isinstance(order, list) or any(type(axis) is not int for axis in order):
        raise Invalid(f"order {order!r} is not a list of integers")
    if sorted(order) != list(range(rank)):
        raise Invalid(f"order {order} is not a permutation of {rank} dimensions")
    return order


def byte_order(codec, data_type):
    configuration = codec.get("configuration", {})
    if "endian" in configuration:
        if configuration["endian"] == "little":
            return "<"
        if configuration["endian"] == "big":
            return ">"
        raise Invalid(f"endian {configuration['endian']!r}")
    if dtype(data_type).kind == "V" or dtype(data_type).itemsize == 1:
        return "<"
    raise Invalid(f"endian is required for {data_type}")


def gzip_level(codec):
    configuration = codec.get("configuration", {})
    level = configuration.get("level") if isinstance(configuration, dict) else None
    if type(level) is not int or not 0 <= level <= 9:
        raise Invalid(f"level {level!r}")
    return level


def gunzip(encoded):
    try:
        return gzip.decompress(encoded)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise Invalid(str(error)) from error


def chain(codecs, data_type, shape):
    """The transposes' orders, the byte order, gzip's levels, and the representation after each codec."""
    orders, endian, levels, representations = [], None, [], []
    for codec in codecs:
        codec = {"name": codec} if isinstance(codec, str) else codec
        if set(codec) - {"name", "configuration", "must_understand"} or not isinstance(codec.get("name"), str):
            raise Invalid(f"{codec!r} is not a codec")
        if codec["name"] not in ("transpose", "bytes", "gzip"):
            raise Unsupported(f"codec {codec['name']!r}")
        if (endian is None) == (codec["name"] == "gzip"):
            raise Invalid(f"{codec['name']} gets what it does not take")
        if codec["name"] == "gzip":
            levels.append(gzip_level(codec))
            representations.append({})
        elif codec["name"] == "transpose":
            orders.append(transpose_order(codec, len(shape)))
            shape = [shape[axis] for axis in orders[-1]]
            representations.append({"data_type": data_type, "shape": shape})
        else:
            endian = byte_order(codec, data_type)
            representations.append({"bytes": prod(shape) * dtype(data_type).itemsize})
    if endian is None:
        raise Invalid("no codec yields bytes")
    return orders, endian, levels, representations


def encode(codecs, data_type, array):
    """The encoded chunk of an array."""
    orders, endian, levels, _ = chain(codecs, data_type, list(array.shape))
    for order in orders:
        array = array.transpose(order)
    encoded = array.astype(array.dtype.newbyteorder(endian)).tobytes(order="C")
    for level in levels:
        encoded = gzip.compress(encoded, level, mtime=0)
    return encoded


def decode(codecs, data_type, shape, encoded):
    """The array of an encoded chunk."""
    orders, endian, levels, representations = chain(codecs, data_type, shape)
    for _ in levels:
        encoded = gunzip(encoded)
    length = prod(shape) * dtype(data_type).itemsize
    if len(encoded) != length:
        raise Invalid(f"found {len(encoded)} bytes, expected {length}")
    shapes = [it["shape"] for it in representations if "shape" in it]
    stored = dtype(data_type).newbyteorder(endian)
    array = numpy.frombuffer(encoded, stored).reshape(shapes[-1] if shapes else shape)
    for order in reversed(orders):
        array = array.transpose(numpy.argsort(order)) if order else array
    return array.astype(dtype(data_type))


def grid_shape(array_shape, chunk_shape):
    if len(array_shape) != len(chunk_shape) or 0 in chunk_shape:
        raise Invalid(f"no chunks of {chunk_shape} in {array_shape}")
    return [-(-length // chunk) for length, chunk in zip(array_shape, chunk_shape)]


def locate(coordinates, chunk_shape):
    """The grid index of an element's chunk, and the element's coordinates within it."""
    pairs = list(zip(coordinates, chunk_shape))
    return [c // n for c, n in pairs], [c % n for c, n in pairs]


def origin(index, chunk_shape):
    return [i * n for i, n in zip(index, chunk_shape)]


def key(encoding, index):
    """The key of a chunk; an encoding may be only a name."""
    encoding = {"name": encoding} if isinstance(encoding, str) else encoding
    parts = [str(i) for i in index]
    if encoding["name"] == "default":
        return encoding.get("configuration", {}).get("separator", "/").join(["c", *parts])
    if encoding["name"] == "v2":
        return encoding.get("configuration", {}).get("separator", ".").join(parts) or "0"
    raise Unsupported(f"chunk key encoding {encoding['name']!r}")
