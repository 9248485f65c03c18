"""Prints chunks of the Blosc format, for facts of the codec blosc and tests of the reference.

    pip install blosc==1.11.4 cramjam==2.14.0 pyarrow==26.0.1
    python3 generator/encoded/blosc_chunks.py [NAME …]

The function `c_blosc` has them written by the package blosc 1.11.4 (c-blosc 1.21.7.dev). The function `by_hand`
puts them together, for what c-blosc would not choose: snappy, which that package is built without, and other
blocks, splits and orders of blocks. Its compressors are Python's zlib, the libraries of LZ4 and Zstandard in
cramjam 2.14.0, and that of Snappy in pyarrow 26.0.1. Each chunk is decoded again by c-blosc, if its
compressor is there.
"""

import struct
import sys
import zlib

import blosc
import cramjam
import pyarrow

SHUFFLES = {"noshuffle": 0, "shuffle": 1, "bitshuffle": 2}
NUMBERS = {"blosclz": 0, "lz4": 1, "lz4hc": 1, "snappy": 2, "zlib": 3, "zstd": 4}
COMPRESSORS = {
    "lz4": lambda data: bytes(cramjam.lz4.compress_block(data, store_size=False)),
    "snappy": lambda data: pyarrow.compress(data, codec="snappy", asbytes=True),
    "zlib": lambda data: zlib.compress(data, 6),
    "zstd": lambda data: bytes(cramjam.zstd.compress(data)),
}


def c_blosc(data, cname, shuffle, typesize, clevel=9, blocksize=0):
    """A chunk as c-blosc writes it. It is not a copied one, unless the level is 0."""
    blosc.set_nthreads(1)
    blosc.set_blocksize(blocksize)
    chunk = blosc.compress(data, typesize=typesize, clevel=clevel, shuffle=SHUFFLES[shuffle], cname=cname)
    assert blosc.decompress(chunk) == data
    assert (chunk[2] & 2 != 0) == (clevel == 0)
    return chunk


def byte_shuffle(block, typesize):
    whole = len(block) // typesize * typesize
    return b"".join(block[byte:whole:typesize] for byte in range(typesize)) + block[whole:]


def bit_shuffle(block, typesize):
    items = len(block) // typesize
    if items % 8:
        return block
    shuffled = bytearray(block)
    shuffled[:items * typesize] = bytes(items * typesize)
    for place in range(items * typesize * 8):
        plane, item = divmod(place, items)
        byte, bit = divmod(plane, 8)
        value = block[item * typesize + byte] >> bit & 1
        shuffled[place // 8] |= value << place % 8
    return bytes(shuffled)


SHUFFLED = {"noshuffle": lambda block, _: block, "shuffle": byte_shuffle, "bitshuffle": bit_shuffle}
FLAGS = {"noshuffle": 0, "shuffle": 1, "bitshuffle": 4}


def by_hand(data, cname, shuffle, typesize, blocksize, split=True, order=None, gap=b"", stored=False, unsaid=None):
    """A chunk of blocks of this size, which stand in this order, each behind a gap. Bit 4 of the flags is set where no
    block is split. `unsaid` leaves it unset for blocks that c-blosc does not read split: as many streams have they."""
    blocks = [data[start:start + blocksize] for start in range(0, len(data), blocksize)]
    split = split and typesize <= 16 and blocksize // typesize >= 128
    streams = []
    for block in blocks:
        parts = 1 if len(block) < blocksize else unsaid or (typesize if split else 1)
        block = SHUFFLED[shuffle](block, typesize)
        length = len(block) // parts
        stream = b""
        for start in range(0, len(block), length):
            part = block[start:start + length]
            compressed = part if stored else COMPRESSORS[cname](part)
            compressed = compressed if len(compressed) < length else part
            stream += struct.pack("<i", len(compressed)) + compressed
        streams.append(stream)
    bstarts, body = [0] * len(blocks), b""
    for index in order or range(len(blocks)):
        body += gap
        bstarts[index] = 16 + 4 * len(blocks) + len(body)
        body += streams[index]
    flags = FLAGS[shuffle] | (0 if split or unsaid else 0x10) | NUMBERS[cname] << 5
    cbytes = 16 + 4 * len(blocks) + len(body)
    header = struct.pack("<BBBBIII", 2, 1, flags, typesize, len(data), blocksize, cbytes)
    chunk = header + struct.pack(f"<{len(blocks)}i", *bstarts) + body
    if cname != "snappy" and (unsaid or 1) == 1:
        assert blosc.decompress(chunk) == data
    return chunk


def copied(data, flags, typesize, blocksize):
    """A chunk that is only copied."""
    header = struct.pack("<BBBBIII", 2, 1, flags | 2, typesize, len(data), blocksize, 16 + len(data))
    assert blosc.decompress(header + data) == data
    return header + data


UINT32 = struct.pack(">64I", *(n * n for n in range(64)))
UINT16 = struct.pack("<160H", *(n * n for n in range(160)))


def wave(number):
    """Numbers from 0 to 1121 that can be compressed and do not repeat exactly."""
    return [(n % 12) ** 2 + 1000 * (n % 37 == 5) for n in range(number)]


# Elements as their bytes, by the name of the list: with the number of bytes of each, as facts have them.
DATA = {
    "uint8": (1, bytes((n % 24) * 7 + (n % 37 == 5) for n in range(160))),
    "int16": (2, struct.pack(">160h", *(value - 300 for value in wave(160)))),
    "r24": (3, b"".join(bytes([value // 256, value % 256, n // 36]) for n, value in enumerate(wave(72)))),
    "uint32": (4, struct.pack(">64I", *wave(64))),
    "float64": (8, struct.pack("<48d", *wave(48))),
    "complex128": (16, struct.pack(">64d", *(part for n, value in enumerate(wave(32)) for part in (value, -(n % 12))))),
}
CNAMES = ["lz4", "lz4hc", "snappy", "zlib", "zstd"]


def distinct(number):
    """The bytes of distinct elements, as facts have them."""
    return bytes((i + i // 251 * 17) % 251 + 1 for i in range(number))


def of_compressor(data_type, cname, shuffle, typesize=None, blocksize=0):
    """A chunk with all of these elements, by c-blosc if it has the compressor."""
    size, data = DATA[data_type]
    typesize = typesize or size
    if cname == "snappy":
        return by_hand(data, cname, shuffle, typesize, len(data))
    return c_blosc(data, cname, shuffle, typesize, 9, blocksize)


CHUNKS = {
    # For tests of the reference.
    "test-lz4-noshuffle": c_blosc(bytes(n % 24 for n in range(200)), "lz4", "noshuffle", 2),
    "test-lz4-shuffle": c_blosc(UINT32, "lz4", "shuffle", 4),
    "test-lz4hc-two-splits": c_blosc(UINT16, "lz4hc", "shuffle", 2),
    "test-zlib-bitshuffle": c_blosc(UINT32, "zlib", "bitshuffle", 4),
    "test-zstd-shuffle": c_blosc(UINT32, "zstd", "shuffle", 4),
    "test-zstd-bitshuffle-blocks": c_blosc(UINT32[:236], "zstd", "bitshuffle", 4, 9, 128),
    "test-snappy-shuffle": by_hand(UINT32, "snappy", "shuffle", 4, 256),
}
# For blosc/compressors.
for data_type in DATA:
    for cname in CNAMES:
        for shuffle in SHUFFLES:
            CHUNKS[f"{data_type}-{cname}-{shuffle}"] = of_compressor(data_type, cname, shuffle)

# For blosc/typesizes.
STRIDES = {
    "uint32": [1, 2, 3, 5, 6, 7, 8, 15, 16, 17, 31, 32, 100, 255],
    "int16": [1, 4, 11],
    "uint8": [2, 3, 8],
    "float64": [1, 2, 4, 16],
}
for data_type, typesizes in STRIDES.items():
    for typesize in typesizes:
        for shuffle in ("shuffle", "bitshuffle"):
            CHUNKS[f"{data_type}-{shuffle}-{typesize}"] = of_compressor(data_type, "zlib", shuffle, typesize)
for typesize in (3, 7, 31, 100):
    for shuffle in ("shuffle", "bitshuffle"):
        CHUNKS[f"tail-{shuffle}-{typesize}"] = by_hand(DATA["uint32"][1], "zlib", shuffle, typesize, 256)
for typesize in (1, 2, 4, 255):
    CHUNKS[f"noshuffle-{typesize}"] = of_compressor("uint32", "zlib", "noshuffle", typesize)

# For blosc/blocks.
INT16 = DATA["int16"][1]
LONG = {
    "int16-320": struct.pack(">320h", *wave(320)),
    "int16-150": struct.pack(">150h", *wave(150)),
    "int16-127": struct.pack(">127h", *wave(127)),
    "int16-128": struct.pack(">128h", *wave(128)),
    "uint32-128": struct.pack(">128I", *wave(128)),
    "float64-128": struct.pack("<128d", *wave(128)),
    "complex128-128": struct.pack(">256d", *(part for n, v in enumerate(wave(128)) for part in (v, -(n % 12)))),
    "uint8-129": bytes((n % 24) * 7 + (n % 37 == 5) for n in range(129)),
    "uint16-mixed": struct.pack("<160H", *(256 * 7 + n * 97 % 251 for n in range(160))),
}
for shuffle in SHUFFLES:
    CHUNKS[f"blocks-{shuffle}"] = c_blosc(LONG["int16-320"], "zstd", shuffle, 2, 9, 128)
    CHUNKS[f"short-last-block-{shuffle}"] = by_hand(LONG["int16-150"], "zlib", shuffle, 2, 128)
    CHUNKS[f"last-block-of-a-byte-{shuffle}"] = by_hand(LONG["uint8-129"], "lz4", shuffle, 8, 128)
    CHUNKS[f"splits-of-4-{shuffle}"] = c_blosc(LONG["uint32-128"], "lz4", shuffle, 4)
    CHUNKS[f"splits-then-unsplit-{shuffle}"] = by_hand(LONG["int16-320"], "lz4", shuffle, 2, 256)
    CHUNKS[f"split-flag-{shuffle}"] = by_hand(LONG["int16-320"], "lz4", shuffle, 2, 256, split=False)
    CHUNKS[f"blocks-in-reverse-{shuffle}"] = by_hand(LONG["int16-150"], "zlib", shuffle, 2, 128, order=[2, 1, 0])
CHUNKS["splits-of-8"] = c_blosc(LONG["float64-128"], "lz4hc", "shuffle", 8)
CHUNKS["splits-of-16"] = c_blosc(LONG["complex128-128"], "lz4", "shuffle", 16)
CHUNKS["one-split-stored"] = by_hand(LONG["uint16-mixed"], "zlib", "shuffle", 2, 320)
CHUNKS["127-items"] = by_hand(LONG["int16-127"], "lz4", "shuffle", 2, 254)
CHUNKS["128-items"] = by_hand(LONG["int16-128"], "lz4", "shuffle", 2, 256)
CHUNKS["short-block-of-128-items"] = by_hand(struct.pack(">384h", *wave(384)), "lz4", "shuffle", 2, 512)
CHUNKS["17-bytes"] = by_hand(distinct(17 * 128), "lz4", "shuffle", 17, 17 * 128, stored=True)
CHUNKS["16-bytes-stored"] = by_hand(distinct(16 * 128), "lz4", "shuffle", 16, 16 * 128, stored=True)
CHUNKS["gaps"] = by_hand(LONG["int16-150"], "zlib", "shuffle", 2, 128, gap=b"\xff\xff\xff")
for cname in NUMBERS:
    CHUNKS[f"stored-{cname}"] = by_hand(distinct(160), cname, "noshuffle", 1, 160, stored=True)
    for shuffle, flags in FLAGS.items():
        CHUNKS[f"copied-{cname}-{shuffle}"] = copied(distinct(24), flags | NUMBERS[cname] << 5, 2, 24)
for shuffle in SHUFFLES:
    CHUNKS[f"level-0-{shuffle}"] = c_blosc(LONG["int16-128"], "lz4", shuffle, 2, 0)

# For blosc/damaged: valid chunks of another number of elements.
UINT32_LZ4 = CHUNKS["uint32-lz4-shuffle"]
for number in (60, 63, 65, 68):
    CHUNKS[f"uint32-of-{number}"] = c_blosc(struct.pack(f">{number}I", *wave(number)), "lz4", "shuffle", 4)
CHUNKS["split-of-255"] = by_hand(DATA["uint32"][1][:255], "lz4", "noshuffle", 4, 255)

# For blosc/small-blocks: bit 4 is not set for blocks that c-blosc reads as one stream, and writes as several where
# BLOSC_SPLITMODE is ALWAYS.
for unsaid, streams in ((1, "one-stream"), (None, "streams")):
    def small(data, cname, typesize, blocksize, **options):
        return by_hand(data, cname, "shuffle", typesize, blocksize, unsaid=unsaid or typesize, **options)

    CHUNKS[f"{streams}-127-items"] = small(LONG["int16-127"], "lz4", 2, 254)
    CHUNKS[f"{streams}-8-items"] = small(LONG["uint8-129"][:64], "lz4", 8, 64)
    CHUNKS[f"{streams}-17-bytes"] = small(distinct(17 * 128), "lz4", 17, 17 * 128, stored=True)
    CHUNKS[f"{streams}-three-blocks"] = small(LONG["int16-150"], "zlib", 2, 128)
CHUNKS["one-stream-part-of-an-item"] = by_hand(DATA["uint32"][1], "zlib", "shuffle", 3, 256, unsaid=1)

# For blosc/stores: chunks of 2 by 160 elements of an array of 3 by 250, whose other elements are 7.
STORE_ELEMENTS = [at % 12 * (at % 12) * 7 + at // 37 for at in range(750)]


def store_chunk(row, column):
    inside = [(i, j) for i in range(row, row + 2) for j in range(column, column + 160)]
    return struct.pack(">320H", *(STORE_ELEMENTS[250 * i + j] if i < 3 and j < 250 else 7 for i, j in inside))


CHUNKS["store-0-0"] = by_hand(store_chunk(0, 0), "lz4", "shuffle", 2, 640, split=False)
CHUNKS["store-0-1"] = by_hand(store_chunk(0, 160), "lz4", "shuffle", 2, 256)
CHUNKS["store-1-0"] = by_hand(store_chunk(2, 0), "lz4", "shuffle", 2, 256, order=[2, 0, 1])
CHUNKS["store-1-1"] = copied(store_chunk(2, 160), 0x21, 2, 640)

# Chunks of 100 elements of an array of 150: blocks of 48, 48 and 4 items, of which the last are not shuffled; and a block
# of 100, whose number is not a multiple of 8 either.
BITS = [struct.pack(">100H", *(STORE_ELEMENTS[at] if at < 150 else 7 for at in range(start, start + 100)))
        for start in (0, 100)]
CHUNKS["store-bits-0"] = by_hand(BITS[0], "lz4", "bitshuffle", 2, 96)
CHUNKS["store-bits-1"] = c_blosc(BITS[1], "lz4", "bitshuffle", 2)
CHUNKS["store-more-than-64-kb"] = c_blosc(distinct(70000), "lz4", "noshuffle", 1, 9, 70000)

if __name__ == "__main__":
    for name, chunk in CHUNKS.items():
        if not sys.argv[1:] or name in sys.argv[1:]:
            print(name, chunk.hex())
