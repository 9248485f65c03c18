"""The encoded bytes in generator/inputs/crc32c, with checksums of google-crc32c 1.9.0, which shares nothing with the
reference. Compressed bytes are those of Python's zlib 1.2.13.

Prints a line for each: the file, the name of the fact, and the bytes in hexadecimal.
"""

import sys
import zlib

import google_crc32c

from gzip_members import SIZES, distinct, member, raw, swapped

PRINTED = {}

# An iSCSI Read (10) command: RFC 3720, section B.4.
COMMAND = bytes.fromhex("01c000000000000000000000000000001400000000000400000000140000001828000000000000000200000000000000")


def give(name, encoded):
    assert name not in PRINTED, name
    PRINTED[name] = encoded.hex()


def summed(data):
    return data + google_crc32c.value(data).to_bytes(4, "little")


def of_polynomial(data, polynomial, first=0xffffffff, last=0xffffffff):
    """A checksum bit by bit, least significant bit first."""
    register = first
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ (polynomial if register & 1 else 0)
    return register ^ last


def most_significant_first(data, polynomial):
    """The same with the most significant bit first, as a reader does who reverses nothing."""
    register = 0xffffffff
    for byte in data:
        register ^= byte << 24
        for _ in range(8):
            register = register << 1 & 0xffffffff ^ (polynomial if register >> 31 else 0)
    return register ^ 0xffffffff


def checksums():
    for name, data in {"digits": b"123456789", "rfc-3720-zeros": bytes(32), "rfc-3720-ones": b"\xff" * 32,
                       "rfc-3720-rising": bytes(range(32)), "rfc-3720-falling": bytes(range(31, -1, -1)),
                       "rfc-3720-command": COMMAND, "one-byte": b"\x01", "a-zero": b"\0",
                       "1000-bytes": distinct(1000)}.items():
        give("checksums." + name, summed(data))
    for name, size in SIZES.items():
        number = 6 * size * (2 if name.startswith("complex") else 1)
        data = distinct(number)
        if name == "bool":
            data = bytes((i * i + i // 3) % 7 % 2 for i in range(6))
        give(f"checksums.{name}-little", summed(data))
        if size > 1:
            give(f"checksums.{name}-big", summed(swapped(data, size)))
    for rank, number in {0: 1, 1: 5, 4: 24}.items():
        give(f"checksums.rank-{rank}", summed(swapped(distinct(4 * number), 4)))


def chains():
    data = swapped(distinct(12), 2)
    give("chains.twice", summed(summed(data)))
    give("chains.three-times", summed(summed(summed(data))))
    give("chains.after-gzip", summed(member(data)))
    give("chains.before-gzip", member(summed(data)))
    give("chains.around-gzip", summed(member(summed(data))))
    whole = summed(data)
    give("chains.before-gzip-of-two-members", member(whole[:13]) + member(whole[13:]))
    data = distinct(48)
    order = [(a * 3 + b) * 4 + c for b in range(3) for c in range(4) for a in range(2)]
    moved = b"".join(swapped(data[2 * i:2 * i + 2], 2) for i in order)
    give("chains.transposed", summed(moved))
    give("chains.transposed-gzip", summed(member(moved)))


def damaged():
    data = swapped(distinct(4), 2)
    whole = summed(data)
    give("damaged.valid", whole)
    for bit in range(64):
        byte = bytearray(whole)
        byte[bit // 8] ^= 1 << bit % 8
        give(f"damaged.bit-{bit}", bytes(byte))
    polynomials = {
        "crc32": zlib.crc32(data),
        "koopman": of_polynomial(data, 0xeb31d82e),
        "first-zero": of_polynomial(data, 0x82f63b78, first=0),
        "last-not-turned": of_polynomial(data, 0x82f63b78, last=0),
        "polynomial-not-reversed": of_polynomial(data, 0x1edc6f41),
        "bits-not-reversed": most_significant_first(data, 0x1edc6f41),
        "of-little-endian-elements": google_crc32c.value(swapped(data, 2)),
        "of-nothing": 0,
        "of-the-first-element": google_crc32c.value(data[:2]),
        "of-all-but-the-last-byte": google_crc32c.value(data[:-1]),
        "adler32": zlib.adler32(data),
        "with-the-length": google_crc32c.value(data + (4).to_bytes(4, "little")),
        "masked": ((google_crc32c.value(data) >> 15 | google_crc32c.value(data) << 17) + 0xa282ead8) % 2**32,
    }
    assert of_polynomial(data, 0x82f63b78) == google_crc32c.value(data)
    for name, value in polynomials.items():
        assert value != google_crc32c.value(data), name
        give("damaged." + name, data + value.to_bytes(4, "little"))
    right = whole[4:]
    give("damaged.big-endian", data + right[::-1])
    give("damaged.halves-exchanged", data + right[2:] + right[:2])
    give("damaged.in-front", right + data)
    give("damaged.no-checksum", data)
    give("damaged.in-hexadecimal", data + right[::-1].hex().encode())
    give("damaged.of-64-bits", data + right + bytes(4))
    give("damaged.of-16-bits", data + right[:2])
    give("damaged.short-by-the-last-element", summed(data[:2]))
    give("damaged.no-elements", summed(b""))
    give("damaged.long-by-an-element", summed(data + b"\x63\x64"))
    give("damaged.long-by-a-byte", summed(data + b"\x63"))
    give("damaged.byte-behind-the-checksum", whole + b"\x63")
    give("damaged.checksum-twice", whole + right)
    give("damaged.twice-valid", summed(whole))
    give("damaged.twice-inside-wrong", summed(data + bytes(4)))
    give("damaged.twice-outside-wrong", whole + bytes(4))
    give("damaged.twice-both-of-the-elements", data + right + right)
    give("damaged.twice-only-once", whole)
    zero = bytes(4)
    give("damaged.zeros-valid", summed(zero))
    give("damaged.zeros-checksum-of-zero", zero + zero)
    for length in range(8):
        give(f"damaged.cut-to-{length}", whole[:length])


def stores():
    """An array of uint16 of shape (5, 6) in chunks of (3, 4): distinct elements, 0x1234 outside."""
    data = distinct(60)
    for row in range(2):
        for column in range(2):
            chunk = b""
            for i in range(3):
                for j in range(4):
                    y, x = row * 3 + i, column * 4 + j
                    at = 2 * (y * 6 + x)
                    chunk += swapped(data[at:at + 2], 2) if y < 5 and x < 6 else (0x1234).to_bytes(2, "big")
            give(f"stores.c/{row}/{column}", summed(chunk))
    data = summed(distinct(70000))
    give("stores.more-than-64-kb", member(data, raw(data, 9)))


def tests():
    """Those in crates/reference/src/documents/crc32c/tests.rs."""
    for data in (b"", b"a", b"123456789", b"abcabcabcabc, the same again: abcabcabcabc"):
        PRINTED[f"tests.checksum of {data!r}"] = f"{google_crc32c.value(data):08x}"


def main():
    for topic in (checksums, chains, damaged, stores, tests):
        topic()
    for name, value in PRINTED.items():
        sys.stdout.write(f"{name} {value}\n")


if __name__ == "__main__":
    main()
