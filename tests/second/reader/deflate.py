"""Deflated blocks, by RFC 1951."""

from . import Refused, demand, demand_unless

LENGTH_BASES = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
                163, 195, 227, 258]
LENGTH_BITS = [0] * 8 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4 + [5] * 4 + [0]
DISTANCE_BASES = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
                  2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577]
DISTANCE_BITS = [0, 0, 0, 0] + [bits for bits in range(1, 14) for _ in (0, 1)]
ORDER_OF_CODE_LENGTHS = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]


class Cut(Refused):
    """The bytes end before the last block does. `output` is what could be decoded."""

    output = b""


class Bits:
    """Bits of bytes, each beginning with its least significant one."""

    def __init__(self, data, at):
        self.data, self.at = data, at * 8

    def take(self, number):
        value = 0
        for place in range(number):
            if self.at >= len(self.data) * 8:
                raise Cut("the bytes end within a block")
            value |= (self.data[self.at // 8] >> self.at % 8 & 1) << place
            self.at += 1
        return value

    def to_byte(self):
        self.at = -(-self.at // 8) * 8

    def take_bytes(self, number):
        start = self.at // 8
        found = self.data[start:start + number]
        self.at = (start + len(found)) * 8
        return found


class Code:
    """A prefix code, by the lengths of the codes of its symbols in order."""

    def __init__(self, lengths, reading):
        self.symbols = {}
        code, used = 0, 0
        for length in range(1, 16):
            code <<= 1
            for symbol, its_length in enumerate(lengths):
                if its_length == length:
                    demand(code < 1 << length, "there are more codes of a length than bits allow")
                    self.symbols[length, code] = symbol
                    code += 1
                    used += 1 << 15 - length
        # One code of one bit is permitted for distances, and none at all.
        is_complete = used == 1 << 15 or len(self.symbols) <= 1
        demand_unless(reading, "codes that leave bits without a symbol", is_complete, "the lengths leave bits without a symbol")

    def symbol(self, bits):
        code = 0
        for length in range(1, 16):
            code = code << 1 | bits.take(1)
            if (length, code) in self.symbols:
                return self.symbols[length, code]
        raise Refused("these bits are the code of no symbol")


def inflate(data, at, reading):
    """The output of the blocks that begin at a byte, and the byte behind them."""
    bits, output = Bits(data, at), bytearray()
    try:
        is_last = False
        while not is_last:
            is_last = bits.take(1) == 1
            kind = bits.take(2)
            demand(kind < 3, "the type of a block is reserved")
            if kind == 0:
                stored(bits, output, reading)
            else:
                compressed(bits, output, *(fixed(reading) if kind == 1 else dynamic(bits, reading)))
    except Cut as cut:
        cut.output = bytes(output)
        raise
    rest = bits.at % 8
    if rest:
        is_zero = bits.take(8 - rest) == 0
        demand_unless(reading, "bits behind the last block", is_zero, "bits behind the last block are not zero")
    return bytes(output), bits.at // 8


def stored(bits, output, reading):
    bits.to_byte()
    length, complement = bits.take(16), bits.take(16)
    is_right = length ^ complement == 0xFFFF
    demand_unless(reading, "complements of stored lengths", is_right, "NLEN is not the complement of LEN")
    found = bits.take_bytes(length)
    output += found
    if len(found) < length:
        raise Cut("the bytes end within a stored block")


def fixed(reading):
    return Code([8] * 144 + [9] * 112 + [7] * 24 + [8] * 8, reading), Code([5] * 32, reading)


def dynamic(bits, reading):
    literals, distances, lengths = bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4
    of_lengths = [0] * 19
    for place in ORDER_OF_CODE_LENGTHS[:lengths]:
        of_lengths[place] = bits.take(3)
    code, found = Code(of_lengths, reading), []
    while len(found) < literals + distances:
        symbol = code.symbol(bits)
        if symbol < 16:
            found.append(symbol)
        elif symbol == 16:
            demand(found, "there is no code length to repeat")
            found += [found[-1]] * (3 + bits.take(2))
        else:
            found += [0] * (3 + bits.take(3) if symbol == 17 else 11 + bits.take(7))
    demand(len(found) == literals + distances, "code lengths are repeated beyond the last")
    return Code(found[:literals], reading), Code(found[literals:], reading)


def compressed(bits, output, literals, distances):
    while (symbol := literals.symbol(bits)) != 256:
        if symbol < 256:
            output.append(symbol)
            continue
        demand(symbol < 286, "this length code has no meaning")
        length = LENGTH_BASES[symbol - 257] + bits.take(LENGTH_BITS[symbol - 257])
        symbol = distances.symbol(bits)
        demand(symbol < 30, "this distance code has no meaning")
        distance = DISTANCE_BASES[symbol] + bits.take(DISTANCE_BITS[symbol])
        demand(distance <= len(output), "a distance leads to before the first byte")
        for _ in range(length):
            output.append(output[-distance])
