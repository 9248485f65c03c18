"""Prints frames that the encoders of Zstandard make, for facts of the codec zstd and tests of the reference.

    pip install zstandard==0.25.0
    python3 generator/encoded/zstd.py [NAME …]

Made with the package zstandard 0.25.0 (libzstd 1.5.7), and with the program zstd 1.5.4 for what begins with
"program". Each frame is decoded again by both, and printed with what its blocks consist of. Frames that no
encoder makes are put together by hand where they are used.
"""

import json
import struct
import subprocess
import sys

import zstandard

FLUSH_BLOCK = zstandard.COMPRESSOBJ_FLUSH_BLOCK


def distinct(number):
    """The bytes of distinct elements, as facts have them."""
    return bytes((i + i // 251 * 17) % 251 + 1 for i in range(number))


def pseudorandom(number, state):
    for _ in range(number):
        state = (state * 1103515245 + 12345) % 2**31
        yield state >> 16


SKEWED = [min(a % 16, b % 16) for a, b in zip(pseudorandom(600, 1), pseudorandom(600, 99))]
WAVE = [100 + abs(n % 57 - 28) + 3 * (n * n % 11 == 0) for n in range(900)]
SQUARES = [n * n for n in range(300)]
# Elements as their bytes, by the name of the list.
DATA = {
    "distinct-24": distinct(24),
    "distinct-2000": distinct(2000),
    "skewed uint8": bytes(SKEWED),
    "wave big-endian uint16": struct.pack(">900H", *WAVE),
    "squares little-endian uint32": struct.pack("<300I", *SQUARES),
}


def frame(data, level, **options):
    return zstandard.ZstdCompressor(level=level, **options).compress(DATA[data])


def blocks(data, level, size):
    """A frame whose blocks hold `size` bytes each, of unknown content size, with a window of 1 KB."""
    parameters = zstandard.ZstdCompressionParameters.from_level(level, window_log=10)
    compressor = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    encoded = b""
    for start in range(0, len(DATA[data]), size):
        encoded += compressor.compress(DATA[data][start:start + size]) + compressor.flush(FLUSH_BLOCK)
    return encoded + compressor.flush()


def program(data, *options):
    """A frame of the program; it states the content size where `options` have it."""
    return subprocess.run(["zstd", "-c", *options], input=DATA[data], capture_output=True, check=True).stdout


FRAMES = {
    "distinct 24 level 3": ("distinct-24", frame("distinct-24", 3)),
    "distinct 24 level 3 checksum": ("distinct-24", frame("distinct-24", 3, write_checksum=True)),
    "distinct 24 no content size": ("distinct-24", frame("distinct-24", 3, write_content_size=False)),
    "distinct 2000 level 19": ("distinct-2000", frame("distinct-2000", 19)),
    "distinct 2000 level 1 checksum": ("distinct-2000", frame("distinct-2000", 1, write_checksum=True)),
    "skewed level 1": ("skewed uint8", frame("skewed uint8", 1)),
    "skewed level -5": ("skewed uint8", frame("skewed uint8", -5)),
    "skewed blocks of 150": ("skewed uint8", blocks("skewed uint8", 6, 150)),
    "skewed blocks of 300": ("skewed uint8", blocks("skewed uint8", 6, 300)),
    "skewed program level 19": ("skewed uint8", program("skewed uint8", "-19", "--stream-size=600")),
    "skewed program fast 5": ("skewed uint8", program("skewed uint8", "--fast=5", "--no-check", "--stream-size=600")),
    "wave level 1": ("wave big-endian uint16", frame("wave big-endian uint16", 1)),
    "wave level 3": ("wave big-endian uint16", frame("wave big-endian uint16", 3)),
    "wave level 19": ("wave big-endian uint16", frame("wave big-endian uint16", 19)),
    "wave level -5": ("wave big-endian uint16", frame("wave big-endian uint16", -5)),
    "wave blocks of 300": ("wave big-endian uint16", blocks("wave big-endian uint16", 19, 300)),
    "wave program level 3": ("wave big-endian uint16", program("wave big-endian uint16", "-3")),
    "squares level 1": ("squares little-endian uint32", frame("squares little-endian uint32", 1)),
    "squares level 19": ("squares little-endian uint32", frame("squares little-endian uint32", 19)),
    "squares program level 22": (
        "squares little-endian uint32", program("squares little-endian uint32", "--ultra", "-22", "--stream-size=1200"),
    ),
}


def of_a_dictionary():
    """12 bytes of which most lie in a dictionary that the frame does not name."""
    data = bytes([2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11])
    content = b"zarr-conform" + data + b"dictionary"
    dictionary = zstandard.ZstdCompressionDict(content, dict_type=zstandard.DICT_TYPE_RAWCONTENT)
    return zstandard.ZstdCompressor(level=19, dict_data=dictionary, write_dict_id=False).compress(data)


def literals(block):
    """Type, number of streams and number of the literals of a compressed block, and where they end."""
    kind, size_format = block[0] & 3, block[0] >> 2 & 3
    if kind < 2:
        size = [1, 2, 1, 3][size_format]
        number = int.from_bytes(block[:size], "little") >> (4 if size_format in (1, 3) else 3)
        return f"{['raw', 'RLE'][kind]} literals {number}", size + (number if kind == 0 else 1)
    size, bits = [(3, 10), (3, 10), (4, 14), (5, 18)][size_format]
    sizes = int.from_bytes(block[:size], "little") >> 4
    number, length = sizes & (1 << bits) - 1, sizes >> bits
    streams = 1 if size_format == 0 else 4
    return f"{['Huffman', 'treeless'][kind - 2]} literals {number} in {streams}", size + length


def sequences(section):
    """Number of sequences of fewer than 32512, and the modes of their three tables."""
    number, at = (section[0], 1) if section[0] < 128 else ((section[0] - 128 << 8) + section[1], 2)
    if number == 0:
        return "no sequences"
    modes = [["predefined", "RLE", "FSE", "repeat"][section[at] >> shift & 3] for shift in (6, 4, 2)]
    return f"{number} sequences {'/'.join(modes)}"


def description(encoded):
    """What the blocks of a frame without dictionary consist of."""
    descriptor = encoded[4]
    single = descriptor >> 5 & 1
    at = 5 + (1 - single) + [single, 2, 4, 8][descriptor >> 6]
    found = []
    while True:
        header = int.from_bytes(encoded[at:at + 3], "little")
        kind, size = header >> 1 & 3, header >> 3
        content = encoded[at + 3:at + 3 + (1 if kind == 1 else size)]
        at += 3 + len(content)
        text = f"{['raw', 'RLE', 'compressed'][kind]} {size}"
        if kind == 2:
            of_literals, end = literals(content)
            text += f" ({of_literals}, {sequences(content[end:])})"
        found.append(text)
        if header & 1:
            return "; ".join(found) + f"; {len(encoded) - at} bytes of checksum"


def main():
    for name, (data, encoded) in FRAMES.items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        assert zstandard.ZstdDecompressor().decompressobj().decompress(encoded) == DATA[data], name
        decoded = subprocess.run(["zstd", "-dc"], input=encoded, capture_output=True, check=True).stdout
        assert decoded == DATA[data], name
        print(f"{name}: {data}\n  {description(encoded)}\n  {encoded.hex()}")
    print(f"of a dictionary: {of_a_dictionary().hex()}")
    for name, elements in ("skewed", SKEWED), ("wave", WAVE), ("squares", SQUARES):
        if not sys.argv[1:]:
            print(f"{name}: {json.dumps(elements)}")


if __name__ == "__main__":
    main()
