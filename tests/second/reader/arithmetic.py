"""Calculations with elements of a data type, each rounded once where the data type rounds, by the document on scale_offset."""

from fractions import Fraction

from . import data_types, demand

SIGNS = "-*/+"


class Arithmetic:
    """The four operations on elements, which are their bytes in little-endian order."""

    def __init__(self, data_type):
        self.size, _ = data_types.size(data_type)
        self.is_float = isinstance(data_type, str) and data_type in data_types.FLOATS
        self.is_integer = isinstance(data_type, str) and data_type.lstrip("u").startswith("int")
        demand(self.is_float or self.is_integer, f"scale_offset gets {data_type!r}")
        self.is_signed = not str(data_type).startswith("u")
        if self.is_float:
            self.exponents, self.mantissas = data_types.FLOATS[data_type]
            self.infinity = (1 << self.exponents) - 1 << self.mantissas
            self.sign = 1 << self.size * 8 - 1

    def calculate(self, one, sign, two, reading):
        """Of `one - two`, `one * two`, `one / two` or `one + two`, as `sign` says."""
        assert sign in SIGNS
        one, two = (int.from_bytes(it, "little") for it in (one, two))
        bits = self.of_floats(one, sign, two, reading) if self.is_float else self.of_integers(one, sign, two)
        return bits.to_bytes(self.size, "little")

    def of_integers(self, one, sign, two):
        bits = self.size * 8
        a, b = (it - (1 << bits) if self.is_signed and it >> bits - 1 else it for it in (one, two))
        if sign == "/":
            demand(b != 0, "an integer is divided by zero")
            found, rest = divmod(a, b)
            demand(rest == 0, "an integer is not divided evenly")
        else:
            found = a - b if sign == "-" else a + b if sign == "+" else a * b
        low = -(1 << bits - 1) if self.is_signed else 0
        demand(low <= found < low + (1 << bits), "an integer is out of range")
        return found % (1 << bits)

    def of_floats(self, one, sign, two, reading):
        if sign == "-":
            # Subtracting is adding the opposite; of a NaN the sign stays.
            two, sign = two if self.is_nan(two) else two ^ self.sign, "+"
        for it in (one, two):
            if self.is_nan(it):
                return it | 1 << self.mantissas - 1
        is_negative = bool((one ^ two) & self.sign)
        a, b = (it & ~self.sign for it in (one, two))
        if sign == "+":
            if self.infinity in (a, b):
                is_opposed = a == b and is_negative
                return self.special(is_opposed, one if a == self.infinity else two, reading)
            found = self.value(one) + self.value(two)
            # A sum of zero is negative only where both parts are.
            is_negative = found < 0 or found == 0 and one == two == self.sign
        elif sign == "*":
            if self.infinity in (a, b):
                return self.special(0 in (a, b), self.infinity | self.sign * is_negative, reading)
            found = self.value(one) * self.value(two)
        else:
            if b == 0 and a != self.infinity:
                return self.beyond(self.infinity | self.sign * is_negative, a == 0, reading)
            if a == self.infinity:
                demand(b != 0 or reading.ignores == "numbers that are not finite", "infinity is divided by zero")
                return self.special(b == self.infinity, a | self.sign * is_negative, reading)
            found = Fraction(0) if b == self.infinity else self.value(one) / self.value(two)
        bits = data_types.rounded(abs(found), self.exponents, self.mantissas) | self.sign * is_negative
        return bits if bits & ~self.sign != self.infinity else self.beyond(bits, False, reading)

    def special(self, is_invalid, bits, reading):
        """What is exact with infinity, unless the operation has no result."""
        return self.beyond(bits, True, reading) if is_invalid else bits

    def beyond(self, bits, is_invalid, reading):
        """What finite numbers have no finite result for."""
        demand(reading.ignores == "numbers that are not finite", "no number is the result")
        return self.infinity | 1 << self.mantissas - 1 if is_invalid else bits

    def is_nan(self, bits):
        return bits & ~self.sign > self.infinity

    def value(self, bits):
        exponent = (bits & ~self.sign) >> self.mantissas
        digits = bits & (1 << self.mantissas) - 1
        bias = (1 << self.exponents - 1) - 1
        if exponent:
            digits |= 1 << self.mantissas
        found = digits * Fraction(2) ** (max(exponent, 1) - bias - self.mantissas)
        return -found if bits & self.sign else found


class ScaleOffset:
    """The codec with its configuration."""

    def __init__(self, codec, data_type, reading):
        codec.members([], ["offset", "scale"])
        self.arithmetic, self.reading = Arithmetic(data_type), reading
        of = lambda name: data_types.fill_value(codec.configuration[name], data_type)
        self.given = {name: of(name) for name in ("offset", "scale") if name in codec.configuration}

    def each(self, elements, steps):
        """Elements by operations, of which one with what is not given changes nothing."""
        size, found = self.arithmetic.size, []
        for at in range(0, len(elements), size):
            element = elements[at:at + size]
            for sign, name in steps:
                if name in self.given:
                    element = self.arithmetic.calculate(element, sign, self.given[name], self.reading)
            found.append(element)
        return b"".join(found)

    def encode(self, elements):
        return self.each(elements, [("-", "offset"), ("*", "scale")])

    def decode(self, elements):
        return self.each(elements, [("/", "scale"), ("+", "offset")])
