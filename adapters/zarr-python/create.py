"""The members of array metadata as arguments of `zarr.create_array`."""

from fractions import Fraction

import numpy
import zarr
from zarr.abc.codec import ArrayArrayCodec, ArrayBytesCodec
from zarr.registry import get_codec_class


class NotExpressible(NotImplementedError):
    """What is asked has no counterpart in the public API of zarr-python."""


class Spelled(float):
    """A JSON number that remembers its digits, of which a Python float keeps about 17."""

    def __new__(cls, text):
        number = super().__new__(cls, text)
        number.text = text
        return number


def create_array(store, metadata):
    rest = dict(metadata)
    chunk_grid = rest.pop("chunk_grid")
    if chunk_grid["name"] != "regular":
        raise NotExpressible("create_array makes regular chunk grids only")
    data_type = rest.pop("data_type")
    filters, serializer, compressors = sort_codecs(rest.pop("codecs"))
    arguments = {
        "zarr_format": rest.pop("zarr_format"),
        "shape": rest.pop("shape"),
        "dtype": data_type,
        "chunks": tuple(chunk_grid["configuration"]["chunk_shape"]),
        "chunk_key_encoding": named(rest.pop("chunk_key_encoding")),
        "fill_value": fill_value(rest.pop("fill_value"), data_type),
        "filters": filters,
        "serializer": serializer,
        "compressors": compressors,
        "attributes": rest.pop("attributes", None),
        "dimension_names": rest.pop("dimension_names", None),
    }
    rest.pop("node_type")
    if rest.get("storage_transformers") == []:
        rest.pop("storage_transformers")
    if rest:
        raise NotExpressible(f"create_array has no argument for {', '.join(rest)}")
    return zarr.create_array(store, **arguments)


def named(extension):
    """The object that a short-hand name stands for."""
    return {"name": extension} if isinstance(extension, str) else extension


def sort_codecs(codecs):
    """The codec list as create_array takes it: filters, one serializer, compressors."""
    codecs = [named(codec) for codec in codecs]
    filters = 0
    for codec in codecs:
        try:
            kind = get_codec_class(codec["name"])
        except KeyError as unknown:
            raise NotExpressible(f"unknown codec {unknown}") from unknown
        if issubclass(kind, ArrayBytesCodec):
            return codecs[:filters], codecs[filters], codecs[filters + 1 :]
        if not issubclass(kind, ArrayArrayCodec):
            break
        filters += 1
    raise NotExpressible("create_array takes a serializer between filters and compressors")


def fill_value(value, data_type):
    """What a user would pass for the fill value that JSON writes so."""
    if isinstance(value, list):
        part = {"complex64": "float32", "complex128": "float64"}[data_type]
        parts = [fill_value(component, part) for component in value]
        return numpy.array(parts, part).view(data_type)[0]
    if isinstance(value, str) and value.startswith("0x"):
        unsigned = {"float16": "uint16", "float32": "uint32", "float64": "uint64"}[data_type]
        return numpy.array(int(value, 16), unsigned).view(data_type)[()]
    if isinstance(value, str):
        return float(value)  # "NaN", "Infinity" and "-Infinity" are Python's spelling too.
    if isinstance(value, Spelled) and data_type in ("float16", "float32"):
        return nearest(value, numpy.dtype(data_type).type)
    return value


def nearest(number, float_type):
    """The scalar of this type that is nearest to the number as spelled, the even one at a tie.

    `float_type(number)` would round twice, the first time to a Python float; that would be a fault
    of this adapter and not of the library. It is at most one step away.
    """
    with numpy.errstate(all="ignore"):
        guess = float_type(number)
        below, above = (numpy.nextafter(guess, float_type(end)) for end in ("-inf", "inf"))
    exact = Fraction(number.text)
    finite = [it for it in (guess, below, above) if numpy.isfinite(it)]
    if not numpy.isfinite(guess) and abs(exact) >= overflow(float_type):
        return guess
    unsigned = f"uint{guess.nbytes * 8}"
    is_odd = {it: int(it.view(unsigned)) % 2 for it in finite}
    return min(finite, key=lambda it: (abs(Fraction(float(it)) - exact), is_odd[it]))


def overflow(float_type):
    """The least number that rounds to infinity: half a step beyond the largest finite one."""
    largest = numpy.finfo(float_type).max
    step = Fraction(float(largest)) - Fraction(float(numpy.nextafter(largest, float_type(0))))
    return Fraction(float(largest)) + step / 2
