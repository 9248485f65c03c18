"""The members of array metadata as arguments of `zarr.create_array`."""

from base64 import b64decode
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


# What `create_array` encodes the index of a shard with; it has no argument to choose otherwise.
INDEX_CODECS = [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}]


def create_array(store, name, metadata):
    return zarr.create_array(store, name=name, **arguments(metadata))


def arguments(metadata):
    rest = dict(metadata)
    chunk_grid = rest.pop("chunk_grid")
    if chunk_grid["name"] != "regular":
        raise NotExpressible("create_array makes regular chunk grids only")
    data_type = rest.pop("data_type")
    asked = {
        "zarr_format": rest.pop("zarr_format"),
        "shape": rest.pop("shape"),
        "dtype": data_type,
        **encoding(tuple(chunk_grid["configuration"]["chunk_shape"]), rest.pop("codecs")),
        "chunk_key_encoding": named(rest.pop("chunk_key_encoding")),
        "fill_value": fill_value(rest.pop("fill_value"), data_type),
        "attributes": rest.pop("attributes", None),
        "dimension_names": rest.pop("dimension_names", None),
    }
    rest.pop("node_type")
    if rest.get("storage_transformers") == []:
        rest.pop("storage_transformers")
    if rest:
        raise NotExpressible(f"create_array has no argument for {', '.join(rest)}")
    return asked


def encoding(chunk_shape, codecs):
    """How chunks of this shape are encoded: with codecs, or as shards of chunks with codecs.

    What `shards` cannot say, such as other codecs of the index or a codec beside that of shards, a user
    says with `zarr.codecs.ShardingCodec` as serializer, or with the dict that stands for it.
    """
    codecs = [named(codec) for codec in codecs]
    match codecs:
        case [{"name": "sharding_indexed", "configuration": sharding}] if is_of_shards(sharding):
            return {
                "shards": shards(chunk_shape, sharding.get("index_location", "end")),
                "chunks": tuple(sharding["chunk_shape"]),
                **sorted_codecs([named(codec) for codec in sharding["codecs"]]),
            }
    return {"chunks": chunk_shape, **sorted_codecs(codecs)}


def is_of_shards(sharding):
    """Whether `shards` can stand for a sharding codec of this configuration."""
    members = {"chunk_shape", "codecs", "index_codecs"}
    if not members <= sharding.keys() <= members | {"index_location"}:
        return False
    return [plain(codec) for codec in sharding["index_codecs"]] == INDEX_CODECS


def shards(shape, index_location):
    """The shape of the shards, with the place of the index where it is not the default."""
    return shape if index_location == "end" else {"shape": shape, "index_location": index_location}


def plain(extension):
    """The object that a short-hand name stands for, with no empty configuration."""
    return {member: it for member, it in named(extension).items() if it != {}}


def named(extension):
    """The object that a short-hand name stands for."""
    return {"name": extension} if isinstance(extension, str) else extension


def sorted_codecs(codecs):
    """The codec list as create_array takes it: filters, one serializer, compressors."""
    filters = 0
    for codec in codecs:
        try:
            kind = get_codec_class(codec["name"])
        except KeyError as unknown:
            raise NotExpressible(f"unknown codec {unknown}") from unknown
        if issubclass(kind, ArrayBytesCodec):
            return {
                "filters": codecs[:filters],
                "serializer": codecs[filters],
                "compressors": codecs[filters + 1 :],
            }
        if not issubclass(kind, ArrayArrayCodec):
            break
        filters += 1
    raise NotExpressible("create_array takes a serializer between filters and compressors")


def fill_value(value, data_type):
    """What a user would pass for the fill value that JSON writes so."""
    if data_type == "bytes":
        return bytes(value) if isinstance(value, list) else b64decode(value)
    if isinstance(data_type, dict) or data_type == "string":
        return value  # Data types with a configuration are the library's, and take what JSON has; and so are strings.
    if isinstance(value, list) and data_type in PARTS:
        part = PARTS[data_type]
        parts = [fill_value(component, part) for component in value]
        return numpy.array(parts, part).view(data_type)[0]
    if isinstance(value, str) and value.startswith("0x") and data_type in BITS:
        return numpy.array(int(value, 16), BITS[data_type]).view(data_type)[()]
    if isinstance(value, str) and data_type in BITS:
        return float(value)  # "NaN", "Infinity" and "-Infinity" are Python's spelling too.
    if isinstance(value, Spelled) and data_type in ("float16", "float32"):
        return nearest(value, numpy.dtype(data_type).type)
    return value


PARTS = {"complex64": "float32", "complex128": "float64"}
BITS = {"float16": "uint16", "float32": "uint32", "float64": "uint64"}


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
