"""Bytes whose CRC32C needs every entry of tables, and their checksum, bit by bit: no table is used here.

    python3 generator/encoded/crc32c_tables.py

prints the elements and the encoded chunks of `crc32c/checksums`: 1,000 bytes that look up every entry of one table,
and 10,000 bytes that look up every entry of the tables for 1, 4, 8 and 16 bytes at once.
"""

import random
import struct


def after(register, byte):
    """The register after a byte more."""
    register ^= byte
    for _ in range(8):
        register = (register >> 1) ^ (0x82F63B78 if register & 1 else 0)
    return register


def checksum(data):
    register = 0xFFFFFFFF
    for byte in data:
        register = after(register, byte)
    return register ^ 0xFFFFFFFF


def chosen(length, at_once):
    """So many bytes, each of which looks up as many entries as possible that no byte before it did."""
    pick = random.Random(32)
    missing = {(k, at): set(range(256)) for k in at_once for at in range(k)}
    register, firsts, data = 0xFFFFFFFF, {}, []
    for at in range(length):
        keys = []
        for k in at_once:
            if at % k == 0:
                firsts[k] = register
            # The first four bytes are combined with the register before them.
            known = firsts[k] >> (8 * (at % k)) & 0xFF if at % k < 4 else 0
            keys.append((missing[k, at % k], known))
        gain = [sum(byte ^ known in left for left, known in keys) for byte in range(256)]
        byte = pick.choice([it for it in range(256) if gain[it] == max(gain)])
        for left, known in keys:
            left.discard(byte ^ known)
        data.append(byte)
        register = after(register, byte)
    assert not any(missing.values()), {key: len(left) for key, left in missing.items() if left}
    return bytes(data)


def show(data, form):
    elements = [it[0] for it in struct.iter_unpack(form, data)]
    print(f'elements = "{elements}"')
    print(f'encoded = "{(data + struct.pack("<I", checksum(data))).hex()}"')


assert checksum(b"123456789") == 0xE3069283
if __name__ == "__main__":
    show(chosen(1000, [1])[:100], ">H")
    show(chosen(1000, [1]), ">I")
    show(chosen(10000, [1, 4, 8, 16]), "<Q")
