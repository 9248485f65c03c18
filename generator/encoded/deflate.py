"""Blocks of RFC 1951, built symbol by symbol. zlib decodes what is right; see `gzip_members.py`."""

# First length and extra bits of the symbols 257 to 285, by the table in section 3.2.5.
LENGTHS = [(3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1), (17, 1),
           (19, 2), (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4), (83, 4), (99, 4), (115, 4),
           (131, 5), (163, 5), (195, 5), (227, 5), (258, 0)]
# First distance and extra bits of the symbols 0 to 29.
DISTANCES = [(1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (7, 1), (9, 2), (13, 2), (17, 3), (25, 3), (33, 4), (49, 4),
             (65, 5), (97, 5), (129, 6), (193, 6), (257, 7), (385, 7), (513, 8), (769, 8), (1025, 9), (1537, 9),
             (2049, 10), (3073, 10), (4097, 11), (6145, 11), (8193, 12), (12289, 12), (16385, 13), (24577, 13)]
# The order of code lengths for the code length alphabet.
ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
FIXED = [8] * 144 + [9] * 112 + [7] * 24 + [8] * 8
END = 256


class Bits:
    """Bits in the order of the stream."""

    def __init__(self):
        self.bits = []

    def number(self, value, length):
        """A number, its least significant bit first."""
        self.bits += [value >> i & 1 for i in range(length)]

    def code(self, value, length):
        """A Huffman code, its most significant bit first."""
        self.bits += [value >> i & 1 for i in reversed(range(length))]

    def align(self, fill=0):
        while len(self.bits) % 8:
            self.bits.append(fill)

    def bytes(self, fill=0):
        self.align(fill)
        return bytes(sum(bit << i for i, bit in enumerate(self.bits[at:at + 8])) for at in range(0, len(self.bits), 8))


def codes(lengths):
    """The codes of symbols with these code lengths, by the steps of section 3.2.2."""
    code, result = 0, {}
    for length in range(1, 16):
        code <<= 1
        for symbol, its in enumerate(lengths):
            if its == length:
                result[symbol] = (code, length)
                code += 1
    return result


def symbol_of(table, value):
    return max(i for i, (first, _) in enumerate(table) if first <= value)


def stored(bits, data, final=True, fill=0, nlen=None, btype=0):
    bits.number(int(final), 1)
    bits.number(btype, 2)
    bits.align(fill)
    bits.number(len(data), 16)
    bits.number(len(data) ^ 0xffff if nlen is None else nlen, 16)
    for byte in data:
        bits.number(byte, 8)


def data(bits, symbols, literal_codes, distance_codes):
    """Symbols: bytes; (length, distance); ("symbol", s) and ("distance", s) as they are, with extra bits of 0."""
    for symbol in symbols:
        if isinstance(symbol, int):
            bits.code(*literal_codes[symbol])
        elif symbol[0] == "symbol":
            bits.code(*literal_codes[symbol[1]])
        elif symbol[0] == "distance":
            bits.code(*distance_codes[symbol[1]])
        else:
            length, distance = symbol
            at = symbol_of(LENGTHS, length)
            bits.code(*literal_codes[257 + at])
            bits.number(length - LENGTHS[at][0], LENGTHS[at][1])
            at = symbol_of(DISTANCES, distance)
            bits.code(*distance_codes[at])
            bits.number(distance - DISTANCES[at][0], DISTANCES[at][1])


def fixed(bits, symbols, final=True, end=True):
    bits.number(int(final), 1)
    bits.number(1, 2)
    data(bits, list(symbols) + [END] * end, codes(FIXED), codes([5] * 32))


def dynamic(bits, symbols, literal_lengths, distance_lengths, length_codes, packed, final=True, end=True):
    """`packed` are the code lengths as symbols of the code length alphabet: 0 to 15, or (16 | 17 | 18, times)."""
    bits.number(int(final), 1)
    bits.number(2, 2)
    bits.number(len(literal_lengths) - 257, 5)
    bits.number(len(distance_lengths) - 1, 5)
    last = max(i for i, symbol in enumerate(ORDER) if length_codes[symbol])
    bits.number(max(last + 1, 4) - 4, 4)
    for symbol in ORDER[:max(last + 1, 4)]:
        bits.number(length_codes[symbol], 3)
    of_length = codes(length_codes)
    for it in packed:
        if isinstance(it, int):
            bits.code(*of_length[it])
        else:
            symbol, times = it
            bits.code(*of_length[symbol])
            bits.number(times - (11 if symbol == 18 else 3), {16: 2, 17: 3, 18: 7}[symbol])
    data(bits, list(symbols) + [END] * end, codes(literal_lengths), codes(distance_lengths))


def pack(lengths):
    """Code lengths with repetitions wherever they are possible, also from literals on to distances."""
    packed, at = [], 0
    while at < len(lengths):
        run = 1
        while at + run < len(lengths) and lengths[at + run] == lengths[at]:
            run += 1
        if lengths[at] == 0 and run >= 11:
            run = min(run, 138)
            packed.append((18, run))
        elif lengths[at] == 0 and run >= 3:
            packed.append((17, run))
        elif packed and at and lengths[at - 1] == lengths[at] and run >= 3:
            run = min(run, 6)
            packed.append((16, run))
        else:
            run = 1
            packed.append(lengths[at])
        at += run
    return packed


def unpacked(packed):
    lengths = []
    for it in packed:
        if isinstance(it, int):
            lengths.append(it)
        else:
            lengths += [lengths[-1] if it[0] == 16 else 0] * it[1]
    return lengths
