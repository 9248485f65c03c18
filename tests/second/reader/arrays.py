"""Arrays in stores: metadata, chunk keys, and the elements of regions."""

import json
from decimal import Decimal

from . import Refused, data_types, demand
from .codecs import Chain
from .shapes import fixed, length_of, mutable, part, positions, put


def parse(text):
    """JSON with exact numbers."""
    try:
        return json.loads(text, parse_float=Decimal, parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise Refused(str(error)) from error


def no_number(word):
    raise ValueError(f"{word} is not JSON")


def extension(value):
    """The name and configuration of a data type, grid or chunk key encoding, which may be only a name."""
    if isinstance(value, str):
        return value, {}
    demand(isinstance(value, dict) and isinstance(value.get("name"), str), "this is not an extension")
    configuration = value.get("configuration", {})
    demand(isinstance(configuration, dict), "the configuration is not an object")
    return value["name"], configuration


class Array:
    """An array whose chunks are the values of a dictionary, by key."""

    def __init__(self, document, chunks, reading):
        metadata = parse(document)
        demand(isinstance(metadata, dict) and metadata.get("zarr_format") == 3, "this is not of Zarr 3")
        demand(metadata.get("node_type") == "array", "this is not an array")
        demand(not metadata.get("storage_transformers"), "no storage transformer is known")
        self.shape, self.chunks = metadata["shape"], chunks
        demand(all(type(it) is int for it in self.shape), "a length is not an integer")
        self.data_type = data_types.of(*extension(metadata["data_type"]))
        self.size = data_types.size(self.data_type)[0]
        self.fill_value = data_types.fill_value(metadata["fill_value"], self.data_type)
        name, configuration = extension(metadata["chunk_grid"])
        demand(name == "regular", "the grid is not regular")
        self.chunk_shape = configuration["chunk_shape"]
        demand(len(self.chunk_shape) == len(self.shape), "chunks have other dimensions than the array")
        demand(all(type(it) is int for it in self.chunk_shape), "a chunk length is not an integer")
        lengths = zip(self.shape, self.chunk_shape)
        demand(all(chunk > 0 or length == 0 for length, chunk in lengths), "a chunk length is 0")
        self.encoding, configuration = extension(metadata["chunk_key_encoding"])
        self.separator = configuration.get("separator", {"default": "/", "v2": "."}.get(self.encoding))
        demand(self.encoding in ("default", "v2"), "this chunk key encoding is not known")
        self.chain = Chain(metadata["codecs"], self.data_type, self.chunk_shape, self.fill_value, reading)

    def key(self, index):
        parts = [str(i) for i in index]
        if self.encoding == "default":
            return self.separator.join(["c", *parts])
        return self.separator.join(parts) or "0"

    def index(self, key):
        """The index of the chunk with a key."""
        parts = key.split(self.separator)[1:] if self.encoding == "default" else key.split(self.separator)
        return [int(part) for part in parts] if self.shape else []

    def chunk(self, index):
        """The elements of a chunk, or None where it is not stored."""
        encoded = self.chunks.get(self.key(index))
        return None if encoded is None else self.chain.decode(encoded)

    def inside(self, index):
        """The shape of the part of a chunk that is inside the array."""
        lengths = zip(index, self.chunk_shape, self.shape)
        return [min(chunk, length - i * chunk) for i, chunk, length in lengths]

    def indices(self, start, shape):
        """The chunks that a region touches."""
        if 0 in shape:
            return
        first = [a // chunk for a, chunk in zip(start, self.chunk_shape)]
        last = [(a + length - 1) // chunk for a, length, chunk in zip(start, shape, self.chunk_shape)]
        for steps in positions([b - a + 1 for a, b in zip(first, last)]):
            yield [a + step for a, step in zip(first, steps)]

    def region(self, start, shape):
        output = mutable(self.fill_value * length_of(shape, 1))
        for index in self.indices(start, shape):
            elements = self.chunk(index)
            if elements is None:
                continue
            origin = [i * chunk for i, chunk in zip(index, self.chunk_shape)]
            low = [max(a, b) for a, b in zip(start, origin)]
            high = [min(a + n, b + m) for a, n, b, m in zip(start, shape, origin, self.chunk_shape)]
            within = [b - a for a, b in zip(low, high)]
            from_ = [a - b for a, b in zip(low, origin)]
            found = part(elements, self.size, self.chunk_shape, from_, within)
            put(output, self.size, shape, [a - b for a, b in zip(low, start)], found, within)
        return fixed(output)

    def whole(self):
        return self.region([0] * len(self.shape), self.shape)
