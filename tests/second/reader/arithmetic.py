"""Calculations with elements of a data type, each rounded once where the data type rounds, by the document on scale_offset."""

import math
from fractions import Fraction

from . import data_types, demand

SIGNS = "-*/+"


class Arithmetic:
    """The four operations on elements, which are their bytes in little-endian order."""

    def __init__(self, data_type):
        self.size, _ = data_types.size(data_type)
        self.is_float = isinstance(data_type, str) and data_type in data_types.FLOATS
        self.is_integer = isinstance(data_type, str) and data_type in data_types.INTEGERS
        demand(self.is_float or self.is_integer, f"scale_offset gets {data_type!r}")
        self.is_signed = not str(data_type).startswith("u")
        if self.is_integer or self.is_float:
            self.bits = data_types.bits_of(data_type)
        self.is_bfloat16 = data_type == "bfloat16"
        if self.is_float:
            exponents, self.mantissas, self.bias, self.kind = data_types.FLOATS[data_type]
            self.sign = 0 if self.kind == "fnu" else 1 << exponents + self.mantissas
            # What follows the greatest finite number; in formats of IEEE 754 it is infinity.
            has_greatest = self.kind in ("ieee", "fnu")
            self.end = (1 << exponents) - 1 << self.mantissas if has_greatest else 1 << exponents + self.mantissas
            self.infinity = self.end if self.kind == "ieee" else None

    def calculate(self, one, sign, two, reading):
        """Of `one - two`, `one * two`, `one / two` or `one + two`, as `sign` says."""
        assert sign in SIGNS
        one, two = (int.from_bytes(it, "little") for it in (one, two))
        bits = self.of_floats(one, sign, two, reading) if self.is_float else self.of_integers(one, sign, two, reading)
        return bits.to_bytes(self.size, "little")

    def of_integers(self, one, sign, two, reading):
        bits = self.bits
        one, two = (it & (1 << bits) - 1 for it in (one, two))
        a, b = (it - (1 << bits) if self.is_signed and it >> bits - 1 else it for it in (one, two))
        if sign == "/":
            demand(b != 0, "an integer is divided by zero")
            exact = Fraction(a, b)
            found = int(exact) if reading.ignores == "fractions of quotients" else math.floor(exact)
            is_taken = reading.ignores in ("fractions of quotients", "numbers below quotients")
            demand(found == exact or is_taken, "an integer is not divided evenly")
        else:
            found = a - b if sign == "-" else a + b if sign == "+" else a * b
        low = -(1 << bits - 1) if self.is_signed else 0
        demand(low <= found < low + (1 << bits), "an integer is out of range")
        return found % (1 << bits)

    def of_floats(self, one, sign, two, reading):
        if sign == "-":
            # Subtracting is adding the opposite; of a NaN the sign stays, and a zero without sign is its opposite.
            is_kept = self.is_nan(two) or two == 0 and self.kind == "fnuz"
            difference, two, sign = self.kind == "fnu", two if is_kept else two ^ self.sign, "+"
        else:
            difference = False
        for it in (one, two):
            if self.is_nan(it):
                return it | (1 << self.mantissas - 1 if self.kind == "ieee" else 0)
        is_negative = bool((one ^ two) & self.sign)
        a, b = (it & ~self.sign for it in (one, two))
        if sign == "+":
            if self.infinity is not None and self.infinity in (a, b):
                is_opposed = a == b and is_negative
                return self.special(is_opposed, one if a == self.infinity else two, reading)
            found = self.value(one) + (-self.value(two) if difference else self.value(two))
            # A sum of zero is negative only where both parts are.
            is_negative = found < 0 or found == 0 and one == two == self.sign != 0
        elif sign == "*":
            if self.infinity is not None and self.infinity in (a, b):
                return self.special(0 in (a, b), self.infinity | self.sign * is_negative, reading)
            found = self.value(one) * self.value(two)
        else:
            if self.value(two) == 0 and a != self.infinity:
                return self.beyond(self.end | self.sign * is_negative, a == 0, reading)
            if a == self.infinity:
                demand(b != 0 or reading.ignores == "numbers that are not finite", "infinity is divided by zero")
                return self.special(b == self.infinity, a | self.sign * is_negative, reading)
            found = Fraction(0) if b == self.infinity else self.value(one) / self.value(two)
        demand(self.sign or found >= self.value(0), "no number is as small")
        bits = data_types.rounded(abs(found), self.mantissas, self.bias, has_zero=self.kind != "fnu")
        if self.is_bfloat16 and reading.ignores == "how bfloat16 is rounded" and self.value(bits) > abs(found):
            bits -= 1
        is_negative = is_negative and not (bits == 0 and self.kind == "fnuz")
        if bits >= self.end:
            return self.beyond(bits | self.sign * is_negative, False, reading)
        return bits | self.sign * is_negative

    def special(self, is_invalid, bits, reading):
        """What is exact with infinity, unless the operation has no result."""
        return self.beyond(bits, True, reading) if is_invalid else bits

    def beyond(self, bits, is_invalid, reading):
        """What finite numbers have no finite result for."""
        is_taken = reading.ignores == "numbers that are not finite" or is_invalid and reading.ignores == "signs of NaN"
        demand(self.kind == "ieee" and is_taken, "no number is the result")
        return self.infinity | 1 << self.mantissas - 1 if is_invalid else bits

    def nan(self, element, reading):
        """An element, or the NaN in its place that a reading makes of every NaN."""
        bits = int.from_bytes(element, "little")
        if not self.is_float or not self.is_nan(bits):
            return element
        usual = self.end | 1 << self.mantissas - 1
        other = {"signs of NaN": bits ^ self.sign, "payloads of NaN": usual | bits & self.sign,
                 "signs and payloads of NaN": usual}
        return other.get(reading.ignores, bits).to_bytes(self.size, "little")

    def is_nan(self, bits):
        if self.kind == "fnuz":
            return bits == self.sign
        return self.kind != "fn" and bits & ~self.sign >= self.end + (self.kind == "ieee")

    def value(self, bits):
        exponent = (bits & ~self.sign) >> self.mantissas
        digits = bits & (1 << self.mantissas) - 1
        is_subnormal = exponent == 0 and self.kind != "fnu"
        if not is_subnormal:
            digits |= 1 << self.mantissas
        found = digits * Fraction(2) ** (exponent + is_subnormal - self.bias - self.mantissas)
        return -found if bits & self.sign else found


class ScaleOffset:
    """The codec with its configuration."""

    def __init__(self, codec, data_type, reading):
        codec.members([], ["offset", "scale"])
        self.arithmetic, self.reading = Arithmetic(data_type), reading
        of = lambda name: data_types.fill_value(codec.configuration[name], data_type)
        self.given = {name: of(name) for name in ("offset", "scale") if name in codec.configuration}
        if reading.ignores == "the sign of zero" and self.arithmetic.is_float:
            self.given.setdefault("offset", bytes(self.arithmetic.size))

    def each(self, elements, steps):
        """Elements by operations, of which one with what is not given changes nothing."""
        size, found = self.arithmetic.size, []
        for at in range(0, len(elements), size):
            element = elements[at:at + size]
            for sign, name in steps:
                if name in self.given:
                    element = self.arithmetic.calculate(element, sign, self.given[name], self.reading)
            found.append(self.arithmetic.nan(element, self.reading))
        return b"".join(found)

    def encode(self, elements):
        return self.each(elements, [("-", "offset"), ("*", "scale")])

    def decode(self, elements):
        return self.each(elements, [("/", "scale"), ("+", "offset")])
