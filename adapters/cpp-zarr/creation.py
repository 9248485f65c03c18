"""The members of array metadata as arguments of cpp-zarr's `write_zarr`."""

import struct

import numpy

# What cpp-zarr encodes the index of a shard with; there is no argument to choose otherwise.
INDEX_CODECS = [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}]


class NotExpressible(NotImplementedError):
    """What is asked has no counterpart in the arguments of write_zarr."""


def arguments(metadata):
    rest = dict(metadata)
    if isinstance(rest["data_type"], dict):
        raise NotExpressible(f"write_zarr has no data type {rest['data_type']['name']}")
    data_type, shape = numpy.dtype(rest.pop("data_type")), rest.pop("shape")
    for member in ("zarr_format", "node_type"):
        rest.pop(member)
    if not is_zero(rest.pop("fill_value")):
        raise NotExpressible("write_zarr has no argument for a fill value, which is 0")
    codecs = [named(codec) for codec in rest.pop("codecs")]
    asked = {
        "zarr_format": 3,
        "dimension_separator": separator(named(rest.pop("chunk_key_encoding"))),
        **encoding(rest.pop("chunk_grid"), codecs, data_type, len(shape)),
    }
    for member in ("attributes", "storage_transformers"):
        if not rest.get(member, True):
            rest.pop(member)
    if not any(name is not None for name in rest.get("dimension_names", ())):
        rest.pop("dimension_names", None)
    if rest:
        raise NotExpressible(f"write_zarr has no argument for {', '.join(rest)}")
    return asked


def named(extension):
    """The object that a short-hand name stands for."""
    return {"name": extension} if isinstance(extension, str) else extension


def configuration(extension):
    return extension.get("configuration", {})


def is_zero(fill_value):
    """Whether JSON writes the fill value so that all its bits are 0."""
    if isinstance(fill_value, list):
        return all(is_zero(component) for component in fill_value)
    if isinstance(fill_value, str):
        return fill_value.startswith("0x") and int(fill_value, 16) == 0
    return struct.pack("<d", fill_value) == bytes(8)


def separator(encoding):
    if encoding["name"] != "default":
        raise NotExpressible("write_zarr names chunks by the key encoding default")
    return configuration(encoding).get("separator", "/")


def encoding(chunk_grid, codecs, data_type, dimensions):
    """Chunks, their order and their compression, or shards and the same of the chunks within."""
    if chunk_grid["name"] != "regular":
        raise NotExpressible("write_zarr makes regular chunk grids only")
    chunk_shape = configuration(chunk_grid)["chunk_shape"]
    match codecs:
        case [{"name": "sharding_indexed", "configuration": sharding}] if is_of_shards(sharding):
            codecs = [named(codec) for codec in sharding["codecs"]]
            chunks = {"shards": chunk_shape, "chunks": sharding["chunk_shape"]}
            return {**chunks, **inner_encoding(codecs, data_type, dimensions)}
    return {"chunks": chunk_shape, **inner_encoding(codecs, data_type, dimensions)}


def is_of_shards(sharding):
    """Whether `shards` can stand for a sharding codec of this configuration."""
    members = {"chunk_shape", "codecs", "index_codecs"}
    if not members <= sharding.keys() <= members | {"index_location"}:
        return False
    index_codecs = [{k: v for k, v in named(codec).items() if v != {}} for codec in sharding["index_codecs"]]
    return index_codecs == INDEX_CODECS and sharding.get("index_location", "end") == "end"


def inner_encoding(codecs, data_type, dimensions):
    """The order of elements, and one compressor after little-endian bytes; one byte has no order."""
    order = "C"
    match codecs:
        case [{"name": "transpose", "configuration": {"order": reverse}}, *after] if (
            dimensions > 1 and reverse == list(reversed(range(dimensions)))
        ):
            order, codecs = "F", after
    match codecs:
        case [{"name": "bytes"} as serializer, *compressors] if (
            configuration(serializer) == {"endian": "little"} or data_type.itemsize == 1
        ):
            match [(codec["name"], configuration(codec)) for codec in compressors]:
                case []:
                    return {"order": order, "cname": "none"}
                case [("gzip", {"level": level})]:
                    return {"order": order, "cname": "gzip", "clevel": level}
                case [("blosc", {"cname": cname, "clevel": level, **rest})] if rest == {
                    "shuffle": "shuffle",
                    "typesize": data_type.itemsize,
                    "blocksize": 0,
                }:
                    return {"order": order, "cname": cname, "clevel": level}
    names = " and ".join(codec["name"] for codec in codecs)
    raise NotExpressible(f"no arguments of write_zarr give the codecs {names} as configured")
