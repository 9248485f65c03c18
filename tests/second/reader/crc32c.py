"""CRC-32C, as RFC 3720 defines it: by a table of the reversed polynomial 0x1EDC6F41."""

from . import demand

REVERSED_POLYNOMIAL = 0x82F63B78


def entry(byte):
    for _ in range(8):
        byte = byte >> 1 ^ (REVERSED_POLYNOMIAL if byte & 1 else 0)
    return byte


TABLE = [entry(byte) for byte in range(256)]


def checksum(data):
    remainder = 0xFFFFFFFF
    for byte in data:
        remainder = TABLE[(remainder ^ byte) & 0xFF] ^ remainder >> 8
    return remainder ^ 0xFFFFFFFF


def decode(encoded):
    demand(len(encoded) >= 4, "no room for a checksum")
    data, stored = encoded[:-4], encoded[-4:]
    demand(checksum(data).to_bytes(4, "little") == stored, "the checksum is not that of the bytes")
    return data
