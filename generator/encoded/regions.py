"""Prints the chunks of arrays that are transposed and compressed: the facts "transposed-…" in gzip/stores, zstd/stores
and blosc/stores, and "checksum-read" in zstd/stores.

    pip install blosc==1.11.4 zstandard==0.25.0
    python3 generator/encoded/regions.py

Compressors are Python's zlib, libzstd 1.5.7 in zstandard 0.25.0, and c-blosc 1.21.7.dev in blosc 1.11.4. The elements
of each chunk are put in order here, one by one, by the sentence on transpose: B_pos[i] = A_pos[order[i]].
"""

import gzip
import itertools

import blosc
import zstandard

SHAPE, CHUNK, FILL = (4, 5, 5), (3, 4, 5), 4660


def element(position):
    """The element of the array at a position: its number, from 1; the fill value outside of the array."""
    if any(at >= length for at, length in zip(position, SHAPE)):
        return FILL
    number = 0
    for at, length in zip(position, SHAPE):
        number = number * length + at
    return number + 1


def transposed(index, order):
    """The bytes of big-endian uint32 elements of a chunk, in the order of the transposed chunk."""
    encoded = b""
    for there in itertools.product(*(range(CHUNK[axis]) for axis in order)):
        here = [0] * len(CHUNK)
        for i, axis in enumerate(order):
            here[axis] = there[i]
        position = [number * length + at for number, length, at in zip(index, CHUNK, here)]
        encoded += element(position).to_bytes(4, "big")
    return encoded


def by_blosc(data):
    """Two blocks or more, each shuffled and split."""
    blosc.set_nthreads(1)
    blosc.set_blocksize(128)
    chunk = blosc.compress(data, typesize=4, clevel=9, shuffle=blosc.SHUFFLE, cname="lz4")
    assert blosc.decompress(chunk) == data
    return chunk


COMPRESSORS = {
    "gzip": lambda data: gzip.compress(data, 9, mtime=0),
    "zstd": lambda data: zstandard.ZstdCompressor(level=3).compress(data),
    "blosc": by_blosc,
}



def give(name, order, compress):
    print(name)
    for index in itertools.product((0, 1), (0, 1), (0,)):
        key = "/".join(map(str, index))
        print(f'replaced."c/{key}" = "{compress(transposed(index, order)).hex()}"')


for codec, compress in COMPRESSORS.items():
    give(f"{codec}/stores/transposed-120", [1, 2, 0], compress)
    give(f"{codec}/stores/transposed-201", [2, 0, 1], compress)
give("zstd/stores/checksum-read", [1, 2, 0], zstandard.ZstdCompressor(level=3, write_checksum=True).compress)
