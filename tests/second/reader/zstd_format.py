"""Frames of Zstandard, by RFC 8878. Compressed blocks and checksums are left to the package zstandard."""

import zstandard

from . import Refused, demand, demand_unless

MAGIC = 0xFD2FB528
MOST_OF_A_BLOCK = 128 * 1024


def decode(encoded, with_checksum, reading):
    output, at = b"", 0
    while at < len(encoded) or at == 0:
        try:
            data, at = frame(encoded, at, with_checksum, reading)
        except Refused:
            if at > 0 and reading.ignores == "what follows the last member or frame":
                return output
            raise
        output += data
    return output


def number(encoded, at, length):
    demand(at + length <= len(encoded), "the bytes end within a frame")
    return int.from_bytes(encoded[at:at + length], "little")


def frame(encoded, start, with_checksum, reading):
    """The content of a frame, and the byte behind it."""
    magic = number(encoded, start, 4)
    if 0x184D2A50 <= magic <= 0x184D2A5F:
        end = start + 8 + number(encoded, start + 4, 4)
        demand(end <= len(encoded), "the bytes end within a skippable frame")
        return b"", end
    demand(magic == MAGIC, "this is not the magic number of a frame")
    descriptor = number(encoded, start + 4, 1)
    demand(not descriptor & 8, "the reserved bit is set")
    is_single_segment = bool(descriptor & 32)
    at = start + 5
    window_size = None
    if not is_single_segment:
        window = number(encoded, at, 1)
        window_size = (1 << 10 + (window >> 3)) * (8 + (window & 7)) // 8
        at += 1
    length = (0, 1, 2, 4)[descriptor & 3]
    dictionary = number(encoded, at, length)
    demand(dictionary == 0 or 32768 <= dictionary < 2**31, "the dictionary ID is reserved")
    demand_unless(reading, "dictionaries that no block uses", length == 0, "there is a dictionary ID and no dictionary")
    at += length
    length = (1 if is_single_segment else 0, 2, 4, 8)[descriptor >> 6]
    size = number(encoded, at, length) + (256 if length == 2 else 0) if length else None
    at += length
    most = min(window_size if window_size is not None else size, MOST_OF_A_BLOCK)
    blocks, ends = at, []
    is_last = False
    while not is_last:
        block = number(encoded, at, 3)
        is_last, kind, block_size = block & 1, block >> 1 & 3, block >> 3
        demand(kind < 3, "the type of a block is reserved")
        demand_unless(reading, "lengths of content and blocks", block_size <= most, "a block is larger than a block can be")
        stored = 1 if kind == 1 else block_size
        demand(at + 3 + stored <= len(encoded), "the bytes end within a block")
        ends.append((kind, at + 3, block_size))
        at += 3 + stored
    data = content(encoded[blocks:at], ends, encoded)
    if size is not None:
        is_right = len(data) == size
        demand_unless(reading, "lengths of content and blocks", is_right, "the content is not as long as announced")
    if descriptor & 4:
        is_right = encoded[at:at + 4] == checksum(data)
        # It is verified where the codec's configuration asks for it.
        liberty = "trailers of gzip and checksums of zstd that were not asked for"
        demand(is_right or not with_checksum, "the checksum is not that of the content")
        demand_unless(reading, liberty, is_right, "the checksum is not that of the content")
        at += 4
    return data, at


def content(blocks, kinds, encoded):
    """The content of blocks: read here where none is compressed, else by the package, in a window of 8 MiB."""
    if all(kind < 2 for kind, _, _ in kinds):
        return b"".join(encoded[at:at + size] if kind == 0 else encoded[at:at + 1] * size for kind, at, size in kinds)
    plain = MAGIC.to_bytes(4, "little") + bytes([0, 13 << 3]) + blocks
    decompressor = zstandard.ZstdDecompressor(max_window_size=2**31).decompressobj()
    try:
        data = decompressor.decompress(plain)
    except zstandard.ZstdError as error:
        demand(False, str(error))
    demand(decompressor.eof and not decompressor.unused_data, "the blocks do not end")
    return data


def checksum(data):
    """The lower half of XXH64, as the package writes it behind a frame."""
    return zstandard.ZstdCompressor(level=1, write_checksum=True).compress(data)[-4:]
