"""Members of the gzip format, by RFC 1952."""

import struct
import zlib

from . import Refused, demand, demand_unless
from .deflate import Cut, inflate

FHCRC, FEXTRA, FNAME, FCOMMENT = 2, 4, 8, 16


def decode(encoded, reading):
    output, at = b"", 0
    while at < len(encoded) or at == 0:
        try:
            data, at = member(encoded, at, reading)
        except Cut as cut:
            if reading.ignores == "what is cut off behind the last element":
                return output + cut.output
            raise
        except Refused:
            if at > 0 and reading.ignores == "what follows the last member or frame":
                return output
            raise
        output += data
    return output


def member(encoded, at, reading):
    """The data of a member, and the byte behind it."""
    start = header(encoded, at, reading)
    data, end = inflate(encoded, start, reading)
    second_opinion(encoded, start, data, end)
    # A reader need not examine the trailer.
    expected = struct.pack("<II", zlib.crc32(data), len(data) % 2**32)
    is_right = encoded[end:end + 8] == expected
    liberty = "trailers of gzip and checksums of zstd that were not asked for"
    demand_unless(reading, liberty, is_right, "the trailer is not that of the data")
    return data, end + 8


def taken(encoded, at, number):
    demand(at + number <= len(encoded), "the bytes end within a header")
    return encoded[at:at + number]


def header(encoded, start, reading):
    """The byte behind a member's header."""
    magic, method, flags, _mtime, _xfl, _os = struct.unpack("<2sBBIBB", taken(encoded, start, 10))
    demand(magic == b"\x1f\x8b", "this is not the magic number of gzip")
    demand(method == 8, "the compression method is not deflate")
    demand(flags < 32, "a reserved flag is set")
    at = start + 10
    if flags & FEXTRA:
        (length,) = struct.unpack("<H", taken(encoded, at, 2))
        at += 2 + len(taken(encoded, at + 2, length))
    for flag in (FNAME, FCOMMENT):
        if flags & flag:
            end = encoded.find(b"\0", at)
            demand(end >= 0, "a name or comment does not end")
            at = end + 1
    if flags & FHCRC:
        (stored,) = struct.unpack("<H", taken(encoded, at, 2))
        is_right = stored == zlib.crc32(encoded[start:at]) & 0xFFFF
        demand_unless(reading, "header checksums", is_right, "CRC16 is not that of the header")
        at += 2
    return at


def second_opinion(encoded, start, data, end):
    """zlib must find the same where it accepts the blocks."""
    decompressor = zlib.decompressobj(wbits=-15)
    try:
        found = decompressor.decompress(encoded[start:])
    except zlib.error:
        return
    assert found == data and len(decompressor.unused_data) == len(encoded) - end, "zlib disagrees"
