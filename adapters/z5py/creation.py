"""The members of array metadata as arguments of z5py's `create_dataset`."""

import struct

import numpy

# What z5 encodes the index of a shard with; there is no argument to choose otherwise.
INDEX_CODECS = [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}]
SEPARATORS = {"default": "/", "v2": "."}
SHUFFLES = {"noshuffle": 0, "shuffle": 1, "bitshuffle": 2}


class NotExpressible(NotImplementedError):
    """What is asked has no counterpart in the arguments of create_dataset."""


def arguments(metadata):
    rest = dict(metadata)
    data_type, shape = rest.pop("data_type"), tuple(rest.pop("shape"))
    if isinstance(data_type, dict):
        raise NotExpressible(f"z5py has no data type {data_type['name']}")
    for member in ("zarr_format", "node_type", "attributes"):
        rest.pop(member, None)
    asked = {
        "shape": shape,
        "dtype": data_type,
        "fillvalue": fill_value(rest.pop("fill_value"), data_type),
        "chunk_key_encoding": chunk_key_encoding(named(rest.pop("chunk_key_encoding"))),
        **encoding(rest.pop("chunk_grid"), [named(codec) for codec in rest.pop("codecs")], data_type),
    }
    if any(chunk > length for chunk, length in zip(asked["chunks"], shape)):
        raise NotExpressible("create_dataset cuts chunks to the shape of the array")
    if rest.get("storage_transformers") == []:
        rest.pop("storage_transformers")
    if not any(name is not None for name in rest.get("dimension_names", ())):
        rest.pop("dimension_names", None)
    if rest:
        raise NotExpressible(f"create_dataset has no argument for {', '.join(rest)}")
    return asked


def named(extension):
    """The object that a short-hand name stands for."""
    return {"name": extension} if isinstance(extension, str) else extension


def configuration(extension):
    return extension.get("configuration", {})


def chunk_key_encoding(encoding):
    name = encoding["name"]
    separator = configuration(encoding).get("separator", SEPARATORS.get(name))
    if name not in SEPARATORS or separator != SEPARATORS[name]:
        raise NotExpressible("chunk keys are of the encodings default and v2, with their own separators")
    return name


def encoding(chunk_grid, codecs, data_type):
    """Chunks and their compression, or shards and the chunks within and their compression."""
    if chunk_grid["name"] != "regular":
        raise NotExpressible("create_dataset makes regular chunk grids only")
    chunk_shape = tuple(configuration(chunk_grid)["chunk_shape"])
    match codecs:
        case [{"name": "sharding_indexed", "configuration": sharding}] if is_of_shards(sharding):
            codecs = [named(codec) for codec in sharding["codecs"]]
            chunks = {"shards": chunk_shape, "chunks": tuple(sharding["chunk_shape"])}
            return {**chunks, **compression(codecs, data_type)}
    return {"chunks": chunk_shape, **compression(codecs, data_type)}


def is_of_shards(sharding):
    """Whether `shards` can stand for a sharding codec of this configuration."""
    members = {"chunk_shape", "codecs", "index_codecs"}
    if not members <= sharding.keys() <= members | {"index_location"}:
        return False
    index_codecs = [{k: v for k, v in named(codec).items() if v != {}} for codec in sharding["index_codecs"]]
    return index_codecs == INDEX_CODECS and sharding.get("index_location", "end") == "end"


def compression(codecs, data_type):
    """One compressor after little-endian bytes, and its options; elements of one byte have no order."""
    match codecs:
        case [{"name": "bytes"} as serializer, *compressors] if (
            configuration(serializer) == {"endian": "little"} or numpy.dtype(data_type).itemsize == 1
        ):
            match [(codec["name"], configuration(codec)) for codec in compressors]:
                case []:
                    return {"compression": "raw"}
                case [("gzip", {"level": level})]:
                    return {"compression": "gzip", "level": level}
                case [("zstd", {"level": level, **rest})] if not rest.get("checksum", False):
                    return {"compression": "zstd", "level": level}
                case [("blosc", blosc)] if blosc.get("typesize") in (None, numpy.dtype(data_type).itemsize):
                    return {"compression": "blosc", **blosc_options(blosc)}
    names = " and ".join(codec["name"] for codec in codecs)
    raise NotExpressible(f"no arguments of create_dataset give the codecs {names} as configured")


def blosc_options(blosc):
    options = {"codec": blosc["cname"], "level": blosc["clevel"], "shuffle": SHUFFLES[blosc["shuffle"]]}
    return {**options, "blocksize": blosc["blocksize"]}


def fill_value(value, data_type):
    """The number that JSON writes so. z5py takes a Python float, whatever the data type."""
    if isinstance(value, str) and value.startswith("0x"):
        bits, letter = {"float32": ("<I", "<f"), "float64": ("<Q", "<d")}[data_type]
        element = struct.pack(bits, int(value, 16))
        [number] = struct.unpack(letter, element)
        if struct.pack(letter, number) != element:
            raise NotExpressible("a Python float cannot hold this NaN")
        return number
    # "NaN", "Infinity" and "-Infinity" are Python's spelling too.
    return float(value) if isinstance(value, str) else value
