"""Encodes inner chunks and shards for `generator/inputs/sharding-indexed`, with the compressors of others.

Run with Python 3.11.7 (zlib 1.2.13), zstandard 0.25.0 and numcodecs 0.16.6 (c-blosc 1.21.7.dev). Prints each name with its
bytes in hexadecimal, as they stand in the inputs: `shard.encoded` of `chains.toml` and others, and `encoded` where the
whole shard is compressed.
"""

import struct
import zlib

import numcodecs.blosc
import zstandard

ROWS, COLUMNS = 4, 6
INNER = (2, 3)


def distinct(endian):
    """The inner chunks of a shard of uint16 of shape [4, 6] with the bytes 1, 2, 3, …"""
    elements = [2 * k + 1 | (2 * k + 2) << 8 for k in range(ROWS * COLUMNS)]
    chunks = []
    for row in range(0, ROWS, INNER[0]):
        for column in range(0, COLUMNS, INNER[1]):
            inner = [elements[(row + r) * COLUMNS + column + c] for r in range(INNER[0]) for c in range(INNER[1])]
            chunks.append(struct.pack(f"{endian}{len(inner)}H", *inner))
    return chunks


def crc32c(data):
    remainder = 0xFFFFFFFF
    for byte in data:
        remainder ^= byte
        for _ in range(8):
            remainder = remainder >> 1 ^ (0x82F63B78 if remainder & 1 else 0)
    return data + struct.pack("<I", remainder ^ 0xFFFFFFFF)


def gzip(data, level):
    compressor = zlib.compressobj(level, zlib.DEFLATED, 31)
    return compressor.compress(data) + compressor.flush()


def zstd(data, level):
    return zstandard.ZstdCompressor(level=level).compress(data)


def blosc(data, name):
    numcodecs.blosc.set_nthreads(1)
    return numcodecs.blosc.compress(data, name.encode(), 5, numcodecs.blosc.SHUFFLE, 0, 2)


def shard(chunks, order, checksum=True, start=False):
    size = 16 * len(chunks) + 4 * checksum
    data, entries = b"", [(2**64 - 1, 2**64 - 1)] * len(chunks)
    for i in order:
        entries[i] = (len(data) + size * start, len(chunks[i]))
        data += chunks[i]
    index = b"".join(struct.pack("<QQ", *entry) for entry in entries)
    index = crc32c(index) if checksum else index
    return index + data if start else data + index


def show(name, data):
    print(f"{name} = {data.hex()}")


LEVELS = (0, 1, 6, 9)
for order, endian in (("little", "<"), ("big", ">")):
    chunks = distinct(endian)
    for i, chunk in enumerate(chunks):
        show(f"{order} {i} gzip", gzip(chunk, LEVELS[i]))
        show(f"{order} {i} zstd", zstd(chunk, (1, 3, 9, 19)[i]))
        show(f"{order} {i} blosc", blosc(chunk, "lz4"))
        show(f"{order} {i} gzip crc32c", crc32c(gzip(chunk, LEVELS[i])))
        show(f"{order} {i} crc32c gzip", gzip(crc32c(chunk), LEVELS[i]))
    show(f"{order} shard gzip", gzip(shard(chunks, (2, 0, 3, 1)), 6))
    show(f"{order} shard gzip crc32c", crc32c(gzip(shard(chunks, (2, 0, 3, 1)), 9)))
    show(f"{order} shard zstd", zstd(shard(chunks, (2, 0, 3, 1)), 3))
    show(f"{order} shard blosc", blosc(shard(chunks, (2, 0, 3, 1)), "lz4"))
    compressed = [gzip(chunk, level) for chunk, level in zip(chunks, LEVELS)]
    show(f"{order} gzip shard gzip", gzip(shard(compressed, (3, 1, 0, 2)), 1))
    show(f"{order} gzip start shard zstd", zstd(shard(compressed, (3, 1, 0, 2), start=True), 1))


# An index with entries for only the two inner chunks that lie in an array of shape [4, 9] of shards of shape [4, 6].
ELEMENTS = [2 * k + 1 | (2 * k + 2) << 8 for k in range(4 * 9)]
TRIMMED = [
    struct.pack(">6H", *(ELEMENTS[(row + r) * 9 + 6 + c] for r in range(2) for c in range(3))) for row in (0, 2)
]
show("trimmed index", shard(TRIMMED, (0, 1)))

# Shards for tests of the reference.
show("test: checked index at the end", shard(distinct(">"), (2, 0, 3, 1)))
show("test: compressed and checked inside", shard([crc32c(gzip(chunk, 6)) for chunk in distinct("<")], (3, 0, 1), start=True))
