"""The members of array metadata as what zarrista's `ArrayBuilder` takes."""

import base64
import struct

from zarrista import ArrayBuilder, ChunkGrid, ChunkKeyEncoding, DataType, FillValue
from zarrista.codec import ArrayToArrayCodec, ArrayToBytesCodec, BytesToBytesCodec

# How `struct` writes an element, and integers as wide as a float. zarrs has the small integers in a byte each.
LETTERS = {
    **{"bool": "?", "int8": "b", "int16": "h", "int32": "i", "int64": "q"},
    **{"uint8": "B", "uint16": "H", "uint32": "I", "uint64": "Q"},
    **{"int2": "b", "int4": "b", "uint2": "B", "uint4": "B"},
    **{"float16": "e", "float32": "f", "float64": "d"},
    **{"numpy.datetime64": "q", "numpy.timedelta64": "q"},
}
BITS = {"float16": "H", "float32": "I", "float64": "Q"}
PARTS = {
    **{"complex64": "float32", "complex128": "float64"},
    **{f"complex_{name}": name for name in BITS},
}
SERIALIZERS = ("bytes", "sharding_indexed", "vlen-bytes", "vlen-utf8")


class NotExpressible(NotImplementedError):
    """What is asked has no counterpart in ArrayBuilder."""


def create_array(store, path, metadata):
    rest = dict(metadata)
    for member in ("zarr_format", "node_type"):
        rest.pop(member)
    grid = ChunkGrid.from_metadata(named(rest.pop("chunk_grid")), rest.pop("shape"))
    data_type = named(rest.pop("data_type"))
    fill = FillValue(fill_value_of(rest.pop("fill_value"), data_type))
    keys = ChunkKeyEncoding.from_metadata(named(rest.pop("chunk_key_encoding")))
    builder = ArrayBuilder(grid, DataType.from_metadata(data_type), fill).chunk_key_encoding(keys)
    builder = encoded_with(builder, [named(codec) for codec in rest.pop("codecs")])
    if "attributes" in rest:
        builder = builder.attrs(rest.pop("attributes"))
    if "dimension_names" in rest:
        builder = builder.dimension_names(rest.pop("dimension_names"))
    if rest.get("storage_transformers") == []:
        rest.pop("storage_transformers")
    if rest:
        raise NotExpressible(f"ArrayBuilder has no setter for {', '.join(rest)}")
    return builder.create(store, path)


def encoded_with(builder, codecs):
    """The codecs before the one that yields bytes are filters, and those after it compressors."""
    names = [codec["name"] for codec in codecs]
    at = next(i for i, name in enumerate(names) if name in SERIALIZERS)
    return (
        builder.filters([ArrayToArrayCodec.from_config(codec) for codec in codecs[:at]])
        .serializer(ArrayToBytesCodec.from_config(codecs[at]))
        .compressors([BytesToBytesCodec.from_config(codec) for codec in codecs[at + 1 :]])
    )


def named(extension):
    """The object that a short-hand name stands for."""
    return {"name": extension} if isinstance(extension, str) else extension


def fill_value_of(value, data_type):
    """What `fill_value` gives, of a data type that may have a configuration."""
    if data_type["name"] == "fixed_length_utf32":
        return value.encode("utf-32-le").ljust(data_type["configuration"]["length_bytes"], b"\0")
    return fill_value(value, data_type["name"])


def fill_value(value, data_type):
    """The bytes of the element that JSON writes so: `FillValue` takes nothing else."""
    if data_type == "string":
        return value.encode("utf-8")
    if data_type in PARTS:
        return b"".join(fill_value(part, PARTS[data_type]) for part in value)
    if data_type == "bytes":
        return base64.b64decode(value) if isinstance(value, str) else bytes(value)
    if data_type.startswith("r") and isinstance(value, list):
        return bytes(value)
    if data_type not in LETTERS:
        raise NotExpressible(f"a fill value of {data_type} other than as bytes")
    if isinstance(value, str) and value.startswith("0x"):
        return struct.pack(f"={BITS[data_type]}", int(value, 16))
    if value == "NaT":
        return struct.pack("=q", -(2**63))
    # "NaN", "Infinity" and "-Infinity" are Python's spelling too.
    return struct.pack(f"={LETTERS[data_type]}", float(value) if isinstance(value, str) else value)
