"""Shards, by the document on sharding_indexed."""

from . import codecs, demand
from .shapes import fixed, length_of, mutable, ordinal, positions, put

NOTHING = 2**64 - 1


class Shard:
    """The codec for shards of a shape."""

    def __init__(self, codec, data_type, shape, fill_value, reading):
        codec.members(["chunk_shape", "codecs", "index_codecs"], ["index_location"])
        chunk_shape = codec.configuration["chunk_shape"]
        is_list = isinstance(chunk_shape, list) and all(type(it) is int and it > 0 for it in chunk_shape)
        demand(is_list and len(chunk_shape) == len(shape), f"chunk_shape is {chunk_shape!r}")
        is_divided = all(length % chunk == 0 for length, chunk in zip(shape, chunk_shape))
        demand(is_divided, "inner chunks do not divide the shard evenly")
        self.shape, self.chunk_shape = list(shape), chunk_shape
        self.chunks_per_shard = [length // chunk for length, chunk in zip(shape, chunk_shape)]
        self.inner = codecs.Chain(codec.configuration["codecs"], data_type, chunk_shape, fill_value, reading)
        self.fill_value = fill_value
        entries, shape = codec.configuration["index_codecs"], [*self.chunks_per_shard, 2]
        self.index = codecs.Chain(entries, "uint64", shape, NOTHING.to_bytes(8, "little"), reading)
        demand(self.index.length is not None, "the size of the index is not fixed")
        self.is_at_start = False
        if "index_location" in codec.configuration:
            self.is_at_start = codec.one_of("index_location", ["start", "end"]) == "start"

    def decode(self, shard):
        index = self.read_index(shard)
        size = self.inner.size
        demand(self.fill_value is not None, "the fill value cannot be encoded")
        output = mutable(self.fill_value * length_of(self.shape, 1))
        for position in positions(self.chunks_per_shard):
            at = ordinal(position, self.chunks_per_shard) * 16
            offset, nbytes = (int.from_bytes(index[it:it + 8], "little") for it in (at, at + 8))
            start = [i * length for i, length in zip(position, self.chunk_shape)]
            put(output, size, self.shape, start, self.inner_chunk(shard, offset, nbytes), self.chunk_shape)
        return fixed(output)

    def read_index(self, shard):
        length = self.index.length
        demand(len(shard) >= length, "the shard is shorter than its index")
        return self.index.decode(shard[:length] if self.is_at_start else shard[len(shard) - length:])

    def inner_chunk(self, shard, offset, nbytes):
        """The elements of the inner chunk at an entry of the index."""
        if offset == nbytes == NOTHING:
            return self.fill_value * (length_of(self.chunk_shape, 1))
        demand(offset + nbytes <= len(shard), "an inner chunk ends behind the shard")
        return self.inner.decode(shard[offset:offset + nbytes])
