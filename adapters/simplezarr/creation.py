"""The members of array metadata as arguments of simplezarr's `ZarrArray.create`."""

import struct

from simplezarr import ZarrArray


class NotExpressible(NotImplementedError):
    """What is asked has no counterpart in the arguments of ZarrArray.create."""


def create_array(store, path, metadata):
    return ZarrArray.create(store, path, **arguments(metadata))


def arguments(metadata):
    rest = dict(metadata)
    for member in ("zarr_format", "node_type"):
        rest.pop(member)
    chunk_grid = rest.pop("chunk_grid")
    if chunk_grid["name"] != "regular":
        raise NotExpressible("ZarrArray.create makes regular chunk grids only")
    data_type = rest.pop("data_type")
    if isinstance(data_type, dict):
        raise NotExpressible(f"simplezarr has no data type {data_type['name']}")
    asked = {
        "shape": tuple(rest.pop("shape")),
        "dtype": data_type,
        "chunk_shape": tuple(chunk_grid["configuration"]["chunk_shape"]),
        "chunk_path_separator": separator(named(rest.pop("chunk_key_encoding"))),
        "fill_value": fill_value(rest.pop("fill_value"), data_type),
        "codecs": [named(codec) for codec in rest.pop("codecs")],
        "attributes": rest.pop("attributes", None),
        "dimension_names": dimension_names(rest.pop("dimension_names", None)),
    }
    if rest.get("storage_transformers") == []:
        rest.pop("storage_transformers")
    if rest:
        raise NotExpressible(f"ZarrArray.create has no argument for {', '.join(rest)}")
    return asked


def named(extension):
    """The object that a short-hand name stands for."""
    return {"name": extension} if isinstance(extension, str) else extension


def separator(encoding):
    if encoding["name"] != "default":
        raise NotExpressible("ZarrArray.create names chunks by the key encoding default")
    return encoding.get("configuration", {}).get("separator", "/")


def dimension_names(names):
    """Names are strings to ZarrArray.create, so that a dimension without one cannot be said."""
    if names is None or all(name is None for name in names):
        return None
    if None in names:
        raise NotExpressible("ZarrArray.create takes names for all dimensions or for none")
    return names


def fill_value(value, data_type):
    """The Python scalar that JSON writes so; of raw bits, the bytes."""
    if isinstance(value, list) and data_type.startswith("complex"):
        part = {"complex64": "float32", "complex128": "float64"}[data_type]
        return complex(*(fill_value(component, part) for component in value))
    if isinstance(value, list):
        return bytes(value)
    if isinstance(value, str) and value.startswith("0x"):
        bits, letter = {"float16": ("<H", "<e"), "float32": ("<I", "<f"), "float64": ("<Q", "<d")}[data_type]
        element = struct.pack(bits, int(value, 16))
        [number] = struct.unpack(letter, element)
        if struct.pack(letter, number) != element:
            raise NotExpressible("a Python float cannot hold this NaN")
        return number
    # "NaN", "Infinity" and "-Infinity" are Python's spelling too.
    return float(value) if isinstance(value, str) else value
