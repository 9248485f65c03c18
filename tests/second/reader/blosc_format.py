"""Chunks of Blosc, by its README_CHUNK_FORMAT.

Where that contradicts c-blosc, which the codec's document names as the reference implementation, chunks
are read as c-blosc writes them: `bstarts` count from the first byte of the chunk, a split that is as long as
its data is stored as it is, and blocks are split into as many parts as `typesize`, but not the short last one.
Where `typesize` is more than 16 or a part would have less than 128 bytes, c-blosc reads one part and can be made
to write several: here either is read. Bits are shuffled only where the number of elements in a block is a multiple
of 8. c-blosc must find the same.
"""

import struct
import zlib

import blosc
import lz4.block
import zstandard

from . import Refused, demand, demand_unless

BYTE_SHUFFLE, COPY, BIT_SHUFFLE, RESERVED, UNSPLIT = 1, 2, 4, 8, 16
MOST_SPLITS, LEAST_OF_A_SPLIT = 16, 128
NUMBERS = {"blosclz": 0, "lz4": 1, "lz4hc": 1, "snappy": 2, "zlib": 3, "zstd": 4}


def decode(encoded, configuration, reading):
    """By the header; with that liberty, by the configuration where the header does not lead to data."""
    try:
        return by_header(encoded, {}, reading)
    except Refused:
        if reading.ignores == "what a header of blosc says and the configuration, too":
            return by_header(encoded, configuration, reading)
        raise


def by_header(encoded, configuration, reading):
    demand(len(encoded) >= 16, "no room for a header")
    version, _, flags, typesize, nbytes, blocksize, cbytes = struct.unpack("<BBBBIII", encoded[:16])
    demand_unless(reading, "versions", version == 2, "the version of the format is not 2")
    demand_unless(reading, "reserved bits", not flags & RESERVED, "the reserved flag is set")
    if reading.ignores == "cbytes":
        cbytes = len(encoded)
    demand(cbytes <= len(encoded), "there are fewer bytes than cbytes")
    is_end = cbytes == len(encoded)
    demand_unless(reading, "what follows the last member or frame", is_end, "there are more bytes than cbytes")
    compressor = NUMBERS.get(configuration.get("cname"), flags >> 5)
    typesize = configuration.get("typesize", typesize)
    demand(typesize > 0, "typesize is zero")
    if flags & COPY:
        demand(cbytes >= 16 + nbytes, "the bytes end within the copy")
        return encoded[16:16 + nbytes]
    if nbytes == 0:
        return b""
    demand(blocksize > 0, "blocksize is zero")
    output = b""
    for number in range(-(-nbytes // blocksize)):
        demand(20 + 4 * number <= cbytes, "the bytes end within bstarts")
        (at,) = struct.unpack("<i", encoded[16 + 4 * number:20 + 4 * number])
        demand(at >= 16, "a block begins within the header")
        size = min(blocksize, nbytes - number * blocksize)
        is_split = not flags & UNSPLIT and size == blocksize
        is_small = typesize > MOST_SPLITS or size // typesize < LEAST_OF_A_SPLIT
        try:
            parts = typesize if is_split and not is_small else 1
            block = read_block(encoded[:cbytes], at, size, parts, compressor)
        except Refused:
            if not (is_split and is_small):
                raise
            block = read_block(encoded[:cbytes], at, size, typesize, compressor)
        output += unshuffled(block, typesize, flags)
    if not configuration:
        second_opinion(encoded[:cbytes], output)
    return output


def second_opinion(encoded, output):
    """c-blosc must find the same where it accepts the chunk; it does not where it is built without snappy."""
    try:
        found = blosc.decompress(encoded)
    except (blosc.blosc_extension.error, ValueError):
        return
    assert found == output, "c-blosc disagrees"


def read_block(encoded, at, size, parts, compressor):
    demand(size % parts == 0, "the block cannot be split evenly")
    block = b""
    for _ in range(parts):
        split, at = read_split(encoded, at, size // parts, compressor)
        block += split
    return block


def read_split(encoded, at, size, compressor):
    """A split, and the byte behind it."""
    demand(at + 4 <= len(encoded), "the bytes end before a split")
    (csize,) = struct.unpack("<i", encoded[at:at + 4])
    at += 4
    demand(0 < csize <= len(encoded) - at, "the bytes end within a split")
    stored = encoded[at:at + csize]
    split = stored if csize == size else decompressed(stored, size, compressor)
    demand(len(split) == size, "a split is not as long as its block says")
    return split, at + csize


def decompressed(stored, size, compressor):
    try:
        match compressor:
            case 0:
                return by_c_blosc(stored, size)
            case 1:
                return lz4.block.decompress(stored, uncompressed_size=size)
            case 2:
                return snappy(stored)
            case 3:
                return zlib.decompress(stored)
            case 4:
                return zstandard.ZstdDecompressor().decompress(stored, max_output_size=size)
    except (lz4.block.LZ4BlockError, zlib.error, zstandard.ZstdError, blosc.blosc_extension.error) as error:
        raise Refused(f"a split cannot be decompressed: {error}") from error
    raise Refused("this number is of no compressor")


def by_c_blosc(stored, size):
    """A split of blosclz, which no document describes: as the only block of a chunk."""
    length = 16 + 4 + 4 + len(stored)
    header = struct.pack("<BBBBIIIiI", 2, 1, UNSPLIT, 1, size, size, length, 20, len(stored))
    return blosc.decompress(header + stored)


def snappy(stored):
    """By the format description of snappy: a length, then literals and copies."""
    length, at = varint(stored)
    output = bytearray()
    while at < len(stored):
        tag = stored[at]
        at += 1
        kind, high = tag & 3, tag >> 2
        if kind == 0:
            extra = max(0, high - 59)
            number = (int.from_bytes(stored[at:at + extra], "little") if extra else high) + 1
            at += extra
            demand(at + number <= len(stored), "a literal ends behind the bytes")
            output += stored[at:at + number]
            at += number
            continue
        wide = (1, 2, 4)[kind - 1]
        low = int.from_bytes(stored[at:at + wide], "little")
        at += wide
        number, offset = ((high & 7) + 4, (high >> 3) << 8 | low) if kind == 1 else (high + 1, low)
        demand(0 < offset <= len(output), "a copy begins before the first byte")
        for _ in range(number):
            output.append(output[-offset])
    demand(len(output) == length, "the output is not as long as announced")
    return bytes(output)


def varint(stored):
    value = 0
    for at in range(5):
        demand(at < len(stored), "the bytes end within a length")
        value |= (stored[at] & 0x7F) << 7 * at
        if stored[at] < 0x80:
            return value, at + 1
    raise Refused("a length has more than five bytes")


def unshuffled(block, typesize, flags):
    if flags & BYTE_SHUFFLE:
        return unshuffled_bytes(block, typesize)
    if flags & BIT_SHUFFLE:
        return unshuffled_bits(block, typesize)
    return block


def unshuffled_bytes(block, typesize):
    """Byte `j` of element `i` stands at `j * count + i`; what is left over stays."""
    count = len(block) // typesize
    output = bytearray(block)
    for i in range(count):
        for j in range(typesize):
            output[i * typesize + j] = block[j * count + i]
    return bytes(output)


def unshuffled_bits(block, typesize):
    """Bit `k` of the elements stands together, what is left over stays, and so does all where 8 do not divide them."""
    count = len(block) // typesize
    if count % 8:
        return block
    output = bytearray(block)
    output[:count * typesize] = bytes(count * typesize)
    for k in range(typesize * 8):
        row = k * (count // 8)
        for i in range(count):
            bit = block[row + i // 8] >> i % 8 & 1
            output[i * typesize + k // 8] |= bit << k % 8
    return bytes(output)
