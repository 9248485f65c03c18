"""The encoded bytes in generator/inputs/gzip, from encoders that share nothing with the reference.

Prints a line for each: the file, the name of the fact or of the text in it, and the bytes in hexadecimal. Python's
zlib decodes each that is right. Encoders, as the names say:

- zlib 1.2.13 of Python 3.11
- GNU gzip 1.12, pigz 2.6, zopfli 1.0.3, libdeflate 1.14, 7-Zip 26.02, each the command line tool
- isal 1.9.1 (igzip), the package
- blocks by hand: deflate.py
"""

import os
import subprocess
import sys
import tempfile
import zlib

import deflate
from deflate import Bits, END, FIXED

PRINTED = {}


def give(name, encoded, expected=None):
    """Notes bytes; `expected` is what they decode to where they are right."""
    if expected is not None:
        found, rest = b"", encoded
        while rest:
            decoder = zlib.decompressobj(31)
            found += decoder.decompress(rest)
            assert decoder.eof, name
            rest = decoder.unused_data
        assert found == expected, (name, found.hex(), expected.hex())
    assert name not in PRINTED, name
    PRINTED[name] = encoded.hex()
    return encoded


def distinct(number):
    """The bytes of distinct elements in little-endian order, as generator/src/elements.rs has them."""
    return bytes((i + i // 251 * 17) % 251 + 1 for i in range(number))


def swapped(data, size):
    """Little endian to big endian, and back."""
    return b"".join(data[at:at + size][::-1] for at in range(0, len(data), size))


def raw(data, level=6, strategy=zlib.Z_DEFAULT_STRATEGY, memory=8):
    """Blocks of RFC 1951 by zlib."""
    encoder = zlib.compressobj(level, zlib.DEFLATED, -15, memory, strategy)
    return encoder.compress(data) + encoder.flush()


def header(flg=0, mtime=0, xfl=0, os_=255, extra=None, name=None, comment=None, crc16=False):
    flg |= (extra is not None) << 2 | (name is not None) << 3 | (comment is not None) << 4 | crc16 << 1
    it = bytes([0x1f, 0x8b, 8, flg]) + mtime.to_bytes(4, "little") + bytes([xfl, os_])
    if extra is not None:
        it += len(extra).to_bytes(2, "little") + extra
    for text in (name, comment):
        if text is not None:
            it += text + b"\0"
    if crc16:
        it += (zlib.crc32(it) & 0xffff).to_bytes(2, "little")
    return it


def trailer(data):
    return zlib.crc32(data).to_bytes(4, "little") + (len(data) % 2**32).to_bytes(4, "little")


def member(data, blocks=None, **fields):
    return header(**fields) + (raw(data) if blocks is None else blocks) + trailer(data)


def hand(build):
    bits = Bits()
    build(bits)
    return bits.bytes()


def run(command, data):
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout


# Six int16 in big endian.
BASE = swapped(distinct(12), 2)


def headers():
    give("headers.body", raw(BASE) + trailer(BASE))
    for flags in range(32):
        fields = {
            "flg": flags & 1,
            "crc16": bool(flags & 2),
            "extra": bytes.fromhex("416203001f8b00") if flags & 4 else None,
            "name": b"chunk" if flags & 8 else None,
            "comment": b"a chunk" if flags & 16 else None,
        }
        words = ["ftext", "fhcrc", "fextra", "fname", "fcomment"]
        words = [word for i, word in enumerate(words) if flags >> i & 1] or ["no-flags"]
        give("headers." + "-".join(words), member(BASE, mtime=0x67890123, xfl=2, os_=3, **fields), BASE)
    for name, fields in {
        "extra-field-of-no-bytes": {"extra": b""},
        "extra-field-of-258-bytes": {"extra": b"Ab\xfe\x00" + distinct(254)},
        "extra-field-of-two-subfields": {"extra": b"Ab\x01\x00\x00Cd\x02\x00\x1f\x8b"},
        "extra-field-of-empty-subfields": {"extra": b"Ab\x00\x00Cd\x00\x00"},
        "extra-field-of-one-byte": {"extra": b"\x00"},
        "extra-field-with-a-cut-subfield": {"extra": b"Ab\x05\x00\x01"},
        "extra-field-reserved-subfield": {"extra": b"A\x00\x02\x00\x07\x08"},
        "name-of-no-bytes": {"name": b""},
        "name-in-latin-1": {"name": "größe.bin".encode("latin-1")},
        "name-like-a-member": {"name": b"\x1f\x8b\x08"},
        "name-of-300-bytes": {"name": b"n" * 300},
        "comment-of-no-bytes": {"comment": b""},
        "comment-of-two-lines": {"comment": b"first\nsecond"},
        "comment-in-latin-1": {"comment": "für später".encode("latin-1")},
        "name-and-comment-of-no-bytes": {"name": b"", "comment": b""},
        "header-checksum-after-an-empty-name": {"name": b"", "crc16": True},
        "mtime-0": {"mtime": 0},
        "mtime-1": {"mtime": 1},
        "mtime-2-to-31": {"mtime": 2**31},
        "mtime-2-to-32-less-1": {"mtime": 2**32 - 1},
        "mtime-like-a-member": {"mtime": 0x00088b1f},
    }.items():
        give("headers." + name, member(BASE, **fields), BASE)


def members():
    def of(*parts, **fields):
        return b"".join(member(part, **fields) for part in parts)

    for name, encoded in {
        "one": of(BASE),
        "two": of(BASE[:6], BASE[6:]),
        "two-within-an-element": of(BASE[:5], BASE[5:]),
        "three": of(BASE[:4], BASE[4:6], BASE[6:]),
        "one-for-each-byte": of(*[BASE[i:i + 1] for i in range(12)]),
        "empty-first": of(b"", BASE),
        "empty-last": of(BASE, b""),
        "empty-between": of(BASE[:6], b"", BASE[6:]),
        "forty-empty-first": of(*[b""] * 40, BASE),
        "two-empty-last": of(BASE, b"", b""),
        "name-in-the-first": member(BASE[:6], name=b"first") + of(BASE[6:]),
        "name-in-the-second": of(BASE[:6]) + member(BASE[6:], name=b"second"),
        "all-fields-in-each": of(BASE[:6], BASE[6:], flg=1, extra=b"Ab\x01\x00\x07", name=b"n", comment=b"c",
                                 crc16=True, mtime=7, xfl=4, os_=0),
        "stored-then-fixed": member(BASE[:6], raw(BASE[:6], 0)) + of(BASE[6:]),
        "fixed-then-stored": of(BASE[:6]) + member(BASE[6:], raw(BASE[6:], 0)),
    }.items():
        give("members." + name, encoded, BASE)
    data = swapped(distinct(200), 2)
    rows = [data[at:at + 20] for at in range(0, 200, 20)]
    give("members.one-for-each-row", b"".join(run(["gzip", "-n", "-9"], row) for row in rows), data)


REPEATS = b"abcabcabcabcab, abcabcd, abcabcabcabcab;"


def blocks():
    def by_hand(name, data, build):
        give("blocks." + name, member(data, hand(build)), data)

    by_hand("stored", BASE, lambda b: deflate.stored(b, BASE))

    def parts(*lengths):
        def build(bits):
            at = 0
            for i, length in enumerate(lengths):
                deflate.stored(bits, BASE[at:at + length], i + 1 == len(lengths))
                at += length
        return build

    by_hand("stored-two", BASE, parts(7, 5))
    by_hand("stored-empty-first", BASE, parts(0, 12))
    by_hand("stored-empty-last", BASE, parts(12, 0))
    by_hand("stored-empty-between", BASE, parts(5, 0, 7))
    by_hand("stored-of-one-byte-each", BASE, parts(*[1] * 12))

    def filled(bits):
        deflate.fixed(bits, BASE[:5], final=False)
        deflate.stored(bits, BASE[5:], fill=1)

    by_hand("stored-after-fixed", BASE, filled)

    def filled_first(bits):
        deflate.stored(bits, BASE[:5], final=False, fill=1)
        deflate.fixed(bits, BASE[5:])

    by_hand("fixed-after-stored", BASE, filled_first)
    data = swapped(distinct(258), 2)
    by_hand("stored-of-258-bytes", data, lambda b: deflate.stored(b, data))
    by_hand("fixed-of-all-bytes", bytes(range(256)), lambda b: deflate.fixed(b, range(256)))

    def empty_fixed(bits):
        deflate.fixed(bits, [], final=False)
        deflate.fixed(bits, BASE, final=False)
        deflate.fixed(bits, [])

    by_hand("fixed-empty-first-and-last", BASE, empty_fixed)

    # 40 bytes: copies that overlap, from before, and of length 3.
    def copies(bits):
        deflate.fixed(bits, [*b"abc", (11, 3), *b", ", (6, 16), *b"d", (3, 9), *b"bcabcabcabcab;"])

    by_hand("fixed-copies", REPEATS, copies)

    def across(bits):
        deflate.stored(bits, REPEATS[:14], final=False)
        deflate.fixed(bits, [*b", ", (6, 16), *b"d", (3, 9)], final=False)
        deflate.fixed(bits, [(13, 25), *REPEATS[39:]])

    by_hand("copies-from-earlier-blocks", REPEATS, across)

    # Lengths of codes: dynamic blocks by hand.
    def lengths_of(symbols, at_least=257):
        lengths = [0] * max(max(symbols) + 1, at_least)
        for symbol, length in symbols.items():
            lengths[symbol] = length
        return lengths

    letters = {ord("a"): 2, ord("b"): 2, ord("c"): 3, ord("d"): 5, ord(","): 5, ord(" "): 5, ord(";"): 5, END: 2}
    no_distance = lengths_of(letters)

    def code_lengths(*used):
        """Code lengths of the code length alphabet: all the same, for as many symbols as a power of 2."""
        length = {1: 1, 2: 1, 4: 2, 8: 3, 16: 4}[len(used)]
        return [length if symbol in used else 0 for symbol in range(19)]

    def without_distances(bits):
        packed = no_distance + [0]
        deflate.dynamic(bits, REPEATS, no_distance, [0], code_lengths(0, 2, 3, 5), packed)

    by_hand("dynamic-without-distances", REPEATS, without_distances)

    # One more symbol, for copies of 11 bytes, and one distance code of one bit.
    one_distance = lengths_of({**letters, 265: 3, END: 3})

    def one_distance_code(bits):
        symbols = [*b"abc", (11, 3), *REPEATS[14:]]
        packed = one_distance + [0, 0, 1]
        deflate.dynamic(bits, symbols, one_distance, [0, 0, 1], code_lengths(0, 1, 2, 3, 4, 5, 6, 7), packed)

    by_hand("dynamic-one-distance-code", REPEATS, one_distance_code)

    # A repetition of zeros goes on from literals to distances.
    crossing = lengths_of({**letters, 258: 3, END: 3}, 270)
    distances = [0, 0, 0, 0, 1, 1]

    def cross(bits):
        symbols = [*REPEATS[:8], (4, 6), *REPEATS[12:]]
        packed = deflate.pack(crossing + distances)
        assert (18, 15) in packed, packed
        deflate.dynamic(bits, symbols, crossing, distances, code_lengths(0, 1, 2, 3, 4, 5, 17, 18), packed)

    by_hand("dynamic-lengths-cross", REPEATS, cross)

    # All repetitions, and the longest codes there are: of 1 to 15 bits.
    longest = {}
    for i, symbol in enumerate(b" ,;abcd"):
        longest[symbol] = i + 1
    for i in range(7):
        longest[200 + i] = 8 + i
    longest[END], longest[250] = 15, 15
    long_codes = lengths_of(longest)

    def long(bits):
        packed = deflate.pack(long_codes + [0])
        # 13 codes of 4 bits and 6 of 5 bits.
        deflate.dynamic(bits, REPEATS, long_codes, [0], [4] * 13 + [5] * 6, packed)

    by_hand("dynamic-codes-of-15-bits", REPEATS, long)

    same = [0] * 257
    for symbol in range(96, 96 + 32):
        same[symbol] = 6
    for symbol in b" ,;0123456789ABCDEFGHIJKLMNOPQR":
        same[symbol] = 6
    same[END] = 6
    assert sum(1 for it in same if it) == 64, sum(1 for it in same if it)

    def repeated(bits):
        packed = deflate.pack(same + [0])
        assert {16, 17, 18} <= {it[0] for it in packed if not isinstance(it, int)}, packed
        deflate.dynamic(bits, REPEATS, same, [0], code_lengths(0, 6, 7, 8, 9, 16, 17, 18), packed)

    by_hand("dynamic-repeated-lengths", REPEATS, repeated)

    def two_dynamic(bits):
        deflate.dynamic(bits, REPEATS[:17], no_distance, [0], code_lengths(0, 2, 3, 5), no_distance + [0], final=False)
        packed = deflate.pack(same + [0])
        deflate.dynamic(bits, REPEATS[17:], same, [0], code_lengths(0, 6, 7, 8, 9, 16, 17, 18), packed)

    by_hand("dynamic-two-with-other-codes", REPEATS, two_dynamic)

    # Every length code with its largest extra bits, at a distance of 1: uint64 of the same byte.
    every = [first + 2**extra - 1 for first, extra in deflate.LENGTHS]
    every[-2] = 257
    total = (1 + sum(every) + 7) // 8 * 8
    alone = [0x5a] * (total - sum(every))
    by_hand("every-length", b"\x5a" * total, lambda b: deflate.fixed(b, alone + [(it, 1) for it in every]))

    # 2,063 complex128 of distinct bytes, of which 110 near the end are those of 32,679 bytes before. zlib goes back 32,506 at most.
    data = distinct(33008)
    start = next(i for i in range(32679, 33008) if data[i:i + 110] == data[i - 32679:i - 32679 + 110])

    def far(bits):
        for at in range(0, start, 8192):
            part = data[at:min(at + 8192, start)]
            deflate.fixed(bits, greedy(data, at, len(part)), final=False)
        deflate.fixed(bits, [(110, 32679), *data[start + 110:]])

    by_hand("far-copy", data, far)


def greedy(data, start, length):
    """Copies of 3 to 258 bytes from 234 or 485 bytes before, else bytes."""
    symbols, at, end = [], start, start + length
    while at < end:
        best = (0, 0)
        for distance in (234, 485):
            run = 0
            while distance <= at and at + run < end and run < 258 and data[at + run] == data[at + run - distance]:
                run += 1
            best = max(best, (run, distance))
        symbols.append(best if best[0] >= 3 else data[at])
        at += max(best[0], 1) if best[0] >= 3 else 1
    return symbols


# 16 x 12 int32 in big endian, which repeat and yet do not: (7 i + i^2 / 5) mod 23 - 11.
ELEMENTS = [(7 * i + i * i // 5) % 23 - 11 for i in range(192)]


def encoders():
    data = b"".join(it.to_bytes(4, "big", signed=True) for it in ELEMENTS)
    def other(name, encoded):
        give("encoders." + name, encoded, data)

    for level in range(10):
        other(f"zlib-level-{level}", member(data, raw(data, level), xfl={9: 2, 1: 4}.get(level, 0), os_=3))
    for name, strategy in {"filtered": zlib.Z_FILTERED, "huffman-only": zlib.Z_HUFFMAN_ONLY, "rle": zlib.Z_RLE,
                           "fixed": zlib.Z_FIXED}.items():
        other("zlib-" + name, member(data, raw(data, 9, strategy), xfl=2, os_=3))
    other("zlib-little-memory", member(data, raw(data, 6, memory=1), os_=3))
    encoder = zlib.compressobj(6, zlib.DEFLATED, 31)
    flushed = b"".join(encoder.compress(data[at:at + 96]) + encoder.flush(mode) for at, mode in
                       zip(range(0, 768, 96), [zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH, zlib.Z_PARTIAL_FLUSH] * 3))
    other("zlib-flushed", flushed + encoder.flush())
    other("gnu-gzip-1", run(["gzip", "-n", "-1"], data))
    other("gnu-gzip-9", run(["gzip", "-n", "-9"], data))
    # pigz gives the bytes of zlib at level 6 and those of zopfli at level 11.
    other("libdeflate-1", run(["libdeflate-gzip", "-1"], data))
    other("libdeflate-12", run(["libdeflate-gzip", "-12"], data))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "chunk")
        with open(path, "wb") as file:
            file.write(data)
        os.utime(path, (1_000_000_000, 1_000_000_000))
        other("zopfli", run(["zopfli", "-c", path], b""))
        other("seven-zip", run(["7z", "a", "-tgzip", "-mx=9", "-so", "none.gz", path], b""))
    from isal import igzip
    for level in (0, 1, 3):  # Level 2 gives the bytes of level 1.
        other(f"isal-{level}", igzip.compress(data, level, mtime=0))


def damaged():
    body = raw(BASE)
    whole = member(BASE)
    give("damaged.valid", whole, BASE)
    give("damaged.valid-stored", member(BASE, hand(lambda b: deflate.stored(b, BASE))), BASE)
    two = member(b"\x41") + member(b"\x42")
    give("damaged.valid-of-two-members", two, b"AB")
    checked = member(BASE, name=b"chunk", crc16=True)
    give("damaged.valid-with-header-checksum", checked, BASE)
    give("damaged.valid-repeats", member(REPEATS), REPEATS)

    at = checked.index(b"chunk\0") + 6
    crc16 = checked[at:at + 2]
    for name, wrong in {"off-by-a-bit": bytes([crc16[0] ^ 1, crc16[1]]), "of-zeros": b"\0\0",
                        "big-endian": crc16[::-1],
                        "of-the-upper-half": zlib.crc32(checked[:at]).to_bytes(4, "little")[2:]}.items():
        assert wrong != crc16
        give("damaged.header-checksum-" + name, checked[:at] + wrong + checked[at + 2:])
    crc, isize = trailer(BASE)[:4], trailer(BASE)[4:]
    for name, wrong in {"off-by-a-bit": bytes([crc[0] ^ 1]) + crc[1:], "of-zeros": bytes(4), "big-endian": crc[::-1],
                        "of-little-endian-elements": trailer(swapped(BASE, 2))[:4],
                        "crc32c": crc32c(BASE).to_bytes(4, "little")}.items():
        give("damaged.checksum-" + name, header() + body + wrong + isize)
    for name, wrong in {"off-by-one": b"\x0d\0\0\0", "of-zeros": bytes(4), "big-endian": isize[::-1],
                        "of-the-encoded-bytes": len(whole).to_bytes(4, "little")}.items():
        give("damaged.length-" + name, header() + body + crc + wrong)
    for name, wrong in {"zlib": zlib.compress(BASE), "raw-deflate": body, "not-compressed": BASE,
                        "zlib-in-a-member": header() + zlib.compress(BASE) + trailer(BASE)}.items():
        give("damaged." + name, wrong)
    for name, rest in {"a-zero": b"\0", "eight-zeros": bytes(8), "512-zeros": bytes(512), "a-line-feed": b"\n",
                       "text": b"garbage", "the-elements": BASE}.items():
        give("damaged.after-the-last-member-" + name, whole + rest)
    give("damaged.short-by-a-byte", member(BASE[:-1]), BASE[:-1])
    give("damaged.short-by-an-element", member(BASE[:-2]), BASE[:-2])
    give("damaged.short-by-the-first-element", member(BASE[2:]), BASE[2:])
    give("damaged.of-no-bytes", member(b""), b"")
    give("damaged.long-by-a-byte", member(BASE + b"\x63"), BASE + b"\x63")
    give("damaged.long-by-an-element", member(BASE + b"\x63\x64"), BASE + b"\x63\x64")
    give("damaged.long-by-a-member", whole + member(b"\x63\x64"), BASE + b"\x63\x64")

    def block(name, build, data=BASE):
        give("damaged." + name, member(data, hand(build)))

    block("reserved-block-type", lambda b: deflate.stored(b, BASE, btype=3))

    def second_reserved(bits):
        deflate.stored(bits, BASE[:6], final=False)
        deflate.stored(bits, BASE[6:], btype=3)

    block("reserved-block-type-second", second_reserved)
    for name, nlen in {"equal-to-len": 12, "of-zeros": 0, "off-by-a-bit": 12 ^ 0xfffe}.items():
        block("complement-" + name, lambda b, nlen=nlen: deflate.stored(b, BASE, nlen=nlen))
    block("distance-at-the-start", lambda b: deflate.fixed(b, [(3, 1), *BASE[3:]]))
    block("distance-one-too-far", lambda b: deflate.fixed(b, [*BASE[:5], (3, 6), *BASE[8:]]))
    block("distance-of-32768", lambda b: deflate.fixed(b, [*BASE[:5], (3, 32768), *BASE[8:]]))

    before = member(BASE[:6]) + member(BASE[6:], hand(lambda b: deflate.fixed(b, [(3, 6), *BASE[9:]])))
    give("damaged.distance-into-the-member-before", before)
    for symbol in (286, 287):
        block(f"length-{symbol}", lambda b: deflate.fixed(
            b, [*BASE[:5], ("symbol", symbol), ("distance", 0), *BASE[8:]]))
    for symbol in (30, 31):
        block(f"distance-{symbol}", lambda b: deflate.fixed(
            b, [*BASE[:5], ("symbol", 257), ("distance", symbol), *BASE[8:]]))

    def oversubscribed(bits):
        lengths = [0] * 257
        for symbol in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, END):
            lengths[symbol] = 3
        cl = [0] * 19
        cl[0] = cl[3] = 1
        bits.number(1, 1)
        bits.number(2, 2)
        bits.number(0, 5)
        bits.number(0, 5)
        bits.number(deflate.ORDER.index(3) + 1 - 4, 4)
        for symbol in deflate.ORDER[:deflate.ORDER.index(3) + 1]:
            bits.number(cl[symbol], 3)
        for length in lengths + [0]:
            bits.code(0 if length == 0 else 1, 1)
        for byte in BASE:
            bits.code((byte - 1) & 7, 3)
        bits.code(7, 3)

    block("too-many-codes-of-3-bits", oversubscribed)

    def nothing_to_repeat(bits):
        bits.number(1, 1)
        bits.number(2, 2)
        bits.number(0, 5)
        bits.number(0, 5)
        bits.number(0, 4)
        for symbol in deflate.ORDER[:4]:
            bits.number(1 if symbol in (16, 18) else 0, 3)
        bits.code(0, 1)
        bits.number(3, 2)
        for byte in BASE:
            bits.number(byte, 8)

    block("nothing-to-repeat", nothing_to_repeat)

    incomplete = [0] * 257
    for symbol in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, END):
        incomplete[symbol] = 4
    cl = [0] * 19
    cl[0] = cl[4] = 1
    block("codes-that-leave-bits-without-a-symbol",
          lambda b: deflate.dynamic(b, BASE, incomplete, [0], cl, incomplete + [0]))

    bits = Bits()
    deflate.fixed(bits, BASE)
    assert len(bits.bits) % 8
    give("damaged.bits-after-the-last-block", header() + bits.bytes(fill=1) + trailer(BASE))


def crc32c(data):
    import google_crc32c
    return google_crc32c.value(data)


def tests():
    """Those in crates/reference/src/documents/gzip/tests.rs."""
    text = b"abcabcabcabc, the same again: abcabcabcabc"
    give("tests.gnu_gzip", run(["gzip", "-n", "-9"], text), text)
    give("tests.pigz", run(["pigz", "-n"], text), text)
    give("tests.libdeflate", run(["libdeflate-gzip", "-12"], text), text)
    from isal import igzip
    give("tests.isal", igzip.compress(text, mtime=0), text)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "t")
        with open(path, "wb") as file:
            file.write(text)
        os.utime(path, (1_000_000_000, 1_000_000_000))
        give("tests.zopfli", run(["zopfli", "-c", path], b""), text)
        give("tests.seven_zip", run(["7z", "a", "-tgzip", "-so", "none.gz", path], b""), text)
    for data in (b"", b"a", b"123456789", text):
        PRINTED[f"tests.crc32 of {data!r}"] = f"{zlib.crc32(data):08x}"


SIZES = {"bool": 1, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8,
         "float16": 2, "float32": 4, "float64": 8, "complex64": 4, "complex128": 8}


def chains():
    """The sizes are those of components."""
    for name, size in SIZES.items():
        number = 6 * size * (2 if name.startswith("complex") else 1)
        data = distinct(number)
        if name == "bool":
            data = bytes((i * i + i // 3) % 7 % 2 for i in range(6))
        give(f"chains.{name}-little", member(data), data)
        if size > 1:
            give(f"chains.{name}-big", member(swapped(data, size)), swapped(data, size))
    data = distinct(48)
    order = [(a * 3 + b) * 4 + c for b in range(3) for c in range(4) for a in range(2)]
    moved = b"".join(swapped(data[2 * i:2 * i + 2], 2) for i in order)
    give("chains.transposed", member(moved), moved)
    inner = member(BASE)
    give("chains.twice", member(inner), inner)
    twice = member(inner[:7]) + member(inner[7:])
    give("chains.twice-in-two-members", twice, inner)
    for rank, number in {0: 1, 1: 5, 4: 24}.items():
        data = swapped(distinct(4 * number), 4)
        give(f"chains.rank-{rank}", member(data), data)


def stores():
    """An array of uint16 of shape (5, 6) in chunks of (3, 4): distinct elements, 9999 outside."""
    data = distinct(60)
    for row in range(2):
        for column in range(2):
            chunk = b""
            for i in range(3):
                for j in range(4):
                    y, x = row * 3 + i, column * 4 + j
                    at = 2 * (y * 6 + x)
                    chunk += swapped(data[at:at + 2], 2) if y < 5 and x < 6 else (0x1234).to_bytes(2, "big")
            name = f"stores.c/{row}/{column}"
            if (row, column) == (0, 0):
                give(name, run(["pigz", "-n", "-11"], chunk), chunk)
            elif (row, column) == (0, 1):
                give(name, run(["libdeflate-gzip", "-12"], chunk), chunk)
            elif (row, column) == (1, 0):
                give(name, member(chunk, name=b"a"), chunk)
                give(name + "-of-two-members", member(chunk[:9], name=b"a") + member(chunk[9:]), chunk)
            else:
                give(name, member(chunk, raw(chunk, 0)), chunk)
    give("stores.more-than-64-kb", member(distinct(70000), raw(distinct(70000), 9)), distinct(70000))


def main():
    for topic in (headers, members, blocks, encoders, damaged, chains, stores, tests):
        topic()
    for name, value in PRINTED.items():
        sys.stdout.write(f"{name} {value}\n")


if __name__ == "__main__":
    main()
