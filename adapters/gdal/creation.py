"""The members of array metadata as what a user of GDAL passes to make an array."""

import struct
from bisect import bisect_right
from fractions import Fraction

# Python's letters for numbers of a data type, and for the bits of floating-point numbers.
LETTERS = {"int8": "b", "int16": "h", "int32": "i", "int64": "q", "float16": "e", "float32": "f"}
LETTERS |= {"uint8": "B", "uint16": "H", "uint32": "I", "uint64": "Q", "float64": "d"}
BITS = {"float16": "H", "float32": "I", "float64": "Q"}
COMPONENTS = {"complex64": "float32", "complex128": "float64"}


class NotExpressible(NotImplementedError):
    """What is asked has no counterpart in the creation options of GDAL."""


class Spelled(float):
    """A JSON number that remembers its digits, of which a Python float keeps about 17."""

    def __new__(cls, text):
        number = super().__new__(cls, text)
        number.text = text
        return number


def arguments(metadata):
    """Dimensions as names and lengths, data type, options, fill value as bytes, and attributes."""
    rest = dict(metadata)
    shape, data_type = rest.pop("shape"), rest.pop("data_type")
    if isinstance(data_type, dict):
        raise NotExpressible(f"GDAL has no data type {data_type['name']}")
    if data_type not in LETTERS and data_type not in COMPONENTS:
        raise NotExpressible(f"GDAL has no data type {data_type}")
    for member in ("zarr_format", "node_type"):
        rest.pop(member)
    asked = {
        "dimensions": list(zip(names(rest.pop("dimension_names", None), len(shape)), shape)),
        "data_type": data_type,
        "options": {
            **block_size(rest.pop("chunk_grid")),
            **separator(named(rest.pop("chunk_key_encoding"))),
            **encoding([named(codec) for codec in rest.pop("codecs")], len(shape), data_type),
        },
        "fill_value": fill_value(rest.pop("fill_value"), data_type),
        "attributes": rest.pop("attributes", {}),
    }
    if rest.get("storage_transformers") == []:
        rest.pop("storage_transformers")
    if rest:
        raise NotExpressible(f"GDAL has no option for {', '.join(rest)}")
    return asked


def named(extension):
    """The object that a short-hand name stands for."""
    return {"name": extension} if isinstance(extension, str) else extension


def names(dimension_names, rank):
    """Names of dimensions. GDAL wants one for each, where the metadata may have none."""
    given = dimension_names or [None] * rank
    found = [f"dimension {d}" if name is None else name for d, name in enumerate(given)]
    if len(set(found)) < len(found):
        raise NotExpressible("no two dimensions in a group of GDAL have the same name")
    return found


def block_size(chunk_grid):
    if chunk_grid["name"] != "regular":
        raise NotExpressible("GDAL makes regular chunk grids only")
    chunk_shape = chunk_grid["configuration"]["chunk_shape"]
    return {"BLOCKSIZE": ",".join(map(str, chunk_shape))} if chunk_shape else {}


def separator(chunk_key_encoding):
    if chunk_key_encoding["name"] != "default":
        raise NotExpressible("GDAL makes chunk keys of the encoding default only")
    given = chunk_key_encoding.get("configuration", {}).get("separator", "/")
    if not isinstance(given, str):
        raise NotExpressible("an option of GDAL is a text")
    return {"DIM_SEPARATOR": given}


def encoding(codecs, rank, data_type):
    """The layout of chunks and their compression. The order of bytes is that of this machine."""
    layout, rest = {}, codecs
    reversed_order = list(range(rank))[::-1]
    if codecs[:1] == [{"name": "transpose", "configuration": {"order": reversed_order}}]:
        layout, rest = {"CHUNK_MEMORY_LAYOUT": "F"}, codecs[1:]
    match rest:
        case [{"name": "bytes"} as serializer] if is_little(serializer, data_type):
            return layout
        case [{"name": "bytes"} as serializer, {"name": "gzip"} as gzip] if is_little(serializer, data_type):
            return {**layout, "COMPRESS": "GZIP", "GZIP_LEVEL": gzip["configuration"]["level"]}
    names = " and ".join(codec["name"] for codec in codecs)
    raise NotExpressible(f"no creation options of GDAL that are passed on give the codecs {names}")


def is_little(codec, data_type):
    """Whether the codec bytes gives little-endian elements; those of one byte have no order."""
    return data_type in ("int8", "uint8") or codec.get("configuration") == {"endian": "little"}


def fill_value(value, data_type):
    """The bytes of one element, little endian, each number rounded once."""
    if isinstance(value, list):
        return b"".join(fill_value(component, COMPONENTS[data_type]) for component in value)
    if data_type not in LETTERS:
        raise NotExpressible(f"GDAL has no data type {data_type}")
    if data_type not in BITS:
        return struct.pack(f"<{LETTERS[data_type]}", value)
    if isinstance(value, str) and value.startswith("0x"):
        return struct.pack(f"<{BITS[data_type]}", int(value, 16))
    if isinstance(value, str):
        # "NaN", "Infinity" and "-Infinity" are Python's spelling too.
        return struct.pack(f"<{LETTERS[data_type]}", float(value))
    return struct.pack(f"<{BITS[data_type]}", nearest(getattr(value, "text", str(value)), data_type))


def nearest(number, data_type):
    """The bits of the nearest number of this data type, the even one at a tie.

    Packing a Python float would round twice; that would be a fault of this adapter and not of GDAL.
    """
    bits, letter = BITS[data_type], LETTERS[data_type]

    def value(pattern):
        if pattern == infinity:
            # Where the next number would be, if there were one.
            return 2 * value(infinity - 1) - value(infinity - 2)
        return Fraction(struct.unpack(f"<{letter}", struct.pack(f"<{bits}", pattern))[0])

    [infinity] = struct.unpack(f"<{bits}", struct.pack(f"<{letter}", float("inf")))
    magnitude = abs(Fraction(number))
    below = bisect_right(range(infinity), magnitude, key=value) - 1
    pattern = min((below, below + 1), key=lambda it: (abs(value(it) - magnitude), it % 2))
    sign = 1 << struct.calcsize(bits) * 8 - 1
    return pattern | (sign if number.startswith("-") else 0)
