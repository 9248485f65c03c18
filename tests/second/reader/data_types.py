"""Data types of the core and of the registry of extensions: how long elements are, and what a fill value says."""

import base64
import binascii
import re
from decimal import Decimal
from fractions import Fraction

from . import Refused, demand
from .shapes import Each

# Bits of an integer.
INTEGERS = {f"{sign}int{bits}": bits for sign in ("", "u") for bits in (2, 4, 8, 16, 32, 64)}
# Bits of the exponent and of the mantissa of a floating point number, the bias of the exponent, and what is not finite:
# as IEEE 754 has it, nothing, NaN in place of -0, or NaN of ones where there is neither zero nor sign.
FLOATS = {
    "float16": (5, 10, 15, "ieee"), "float32": (8, 23, 127, "ieee"), "float64": (11, 52, 1023, "ieee"),
    "bfloat16": (8, 7, 127, "ieee"), "float4_e2m1fn": (2, 1, 1, "fn"), "float6_e2m3fn": (2, 3, 1, "fn"),
    "float6_e3m2fn": (3, 2, 3, "fn"), "float8_e3m4": (3, 4, 3, "ieee"), "float8_e4m3": (4, 3, 7, "ieee"),
    "float8_e4m3b11fnuz": (4, 3, 11, "fnuz"), "float8_e4m3fnuz": (4, 3, 8, "fnuz"), "float8_e5m2": (5, 2, 15, "ieee"),
    "float8_e5m2fnuz": (5, 2, 16, "fnuz"), "float8_e8m0fnu": (8, 0, 127, "fnu"),
}
# Signed integers of 64 bits that count so many of a unit.
TIMES = ("numpy.datetime64", "numpy.timedelta64")
UNITS = {it: it for it in "Y M W D h m s ms us ns ps fs as generic".split()} | {"\N{GREEK SMALL LETTER MU}s": "us"}
NOT_A_TIME = -1 << 63
# Strings of so many code points, of 4 bytes each.
FIXED = "fixed_length_utf32"
# Elements of different numbers of bytes.
VARIABLE = ("string", "bytes")
COMPONENTS = {"complex64": "float32", "complex128": "float64"}
COMPONENTS |= {f"complex_{it}": it for it in FLOATS}


def bits_of(name):
    """The bits of a number; of a complex one, those of each of both."""
    if name in INTEGERS:
        return INTEGERS[name]
    exponents, mantissas, _, kind = FLOATS[COMPONENTS.get(name, name)]
    return exponents + mantissas + (kind != "fnu")


def used(elements, data_type):
    """The elements without the bits of a byte that their data type does not use."""
    name = data_type if isinstance(data_type, str) else ""
    if name not in INTEGERS and name not in FLOATS and name not in COMPONENTS or bits_of(name) >= 8:
        return elements
    return bytes(it & (1 << bits_of(name)) - 1 for it in elements)


def of(name, configuration):
    """A data type by which the others are asked: a name, or an object where it has a configuration, each unit of time in
    one spelling."""
    if name == FIXED:
        demand(configuration.keys() == {"length_bytes"}, "a string of a fixed length has a length, and no more")
        length = configuration["length_bytes"]
        demand(type(length) is int and length > 0 and length % 4 == 0, "the length is not one")
        return {"name": name, "configuration": {"length_bytes": length}}
    if name not in TIMES:
        return name
    demand(configuration.keys() == {"unit", "scale_factor"}, "a time has a unit and a scale factor, and no more")
    unit, factor = configuration["unit"], configuration["scale_factor"]
    demand(isinstance(unit, str) and unit in UNITS, "the unit is not known")
    demand(type(factor) is int and 1 <= factor < 1 << 31, "the scale factor is not one")
    return {"name": name, "configuration": {"unit": UNITS[unit], "scale_factor": factor}}


def size(data_type):
    """The bytes of an element, and those of each number in it; 1 where elements have different numbers of bytes."""
    if isinstance(data_type, dict):
        of(data_type["name"], data_type["configuration"])
        return (data_type["configuration"]["length_bytes"], 4) if data_type["name"] == FIXED else (8, 8)
    if isinstance(data_type, str) and data_type in VARIABLE:
        return 1, 1
    if data_type == "bool":
        return 1, 1
    if isinstance(data_type, str) and (data_type in INTEGERS or data_type in FLOATS or data_type in COMPONENTS):
        number = -(-bits_of(data_type) // 8)
        return (2 if data_type in COMPONENTS else 1) * number, number
    if isinstance(data_type, str) and re.fullmatch("r[1-9][0-9]*", data_type) and int(data_type[1:]) % 8 == 0:
        return int(data_type[1:]) // 8, 1
    raise Refused(f"{data_type!r} is not a data type")


def of_bytes(byte, data_type):
    """The element of which every byte is this one; of different numbers of bytes, with as many as `byte` has."""
    return Each([byte]) if data_type in VARIABLE else (byte or bytes(1)) * size(data_type)[0]


def fill_value(value, data_type):
    """The bytes of an element, little endian; in a list, where elements have different numbers of them."""
    bytes_, number = size(data_type)
    if data_type == "string":
        demand(isinstance(value, str), "the fill value is not a string")
        try:
            return Each([value.encode("utf-8")])
        except UnicodeEncodeError as error:
            raise Refused("the fill value is not Unicode") from error
    if data_type == "bytes":
        return Each([byte_string(value)])
    if isinstance(data_type, dict) and data_type["name"] == FIXED:
        demand(isinstance(value, str), "the fill value is not a string")
        demand(len(value) <= bytes_ // 4, "the fill value has more code points than an element can have")
        try:
            return value.encode("utf-32-le").ljust(bytes_, bytes(1))
        except UnicodeEncodeError as error:
            raise Refused("the fill value is not Unicode") from error
    if isinstance(data_type, dict):
        value = NOT_A_TIME if value == "NaT" else value
        data_type = "int64"
    if data_type == "bool":
        demand(isinstance(value, bool), "the fill value is not a boolean")
        return bytes([value])
    if data_type.startswith("r"):
        demand(isinstance(value, list) and len(value) == bytes_, "the fill value is not as many integers")
        demand(all(type(it) is int and 0 <= it <= 255 for it in value), "the fill value is not of bytes")
        return bytes(value)
    if data_type in COMPONENTS:
        demand(isinstance(value, list) and len(value) == 2, "the fill value has not two components")
        return b"".join(floating(part, number, COMPONENTS[data_type]) for part in value)
    if data_type in FLOATS:
        return floating(value, number, data_type)
    demand(type(value) is int, "the fill value is not an integer")
    values = 1 << INTEGERS[data_type]
    least = 0 if data_type.startswith("u") else -values // 2
    demand(least <= value < least + values, "the fill value is out of range")
    return (value % values).to_bytes(bytes_, "little")


def byte_string(value):
    """An integer for each byte, or base64, of which only what an encoder writes is taken."""
    if isinstance(value, list):
        demand(all(type(it) is int and 0 <= it <= 255 for it in value), "the fill value is not of bytes")
        return bytes(value)
    demand(isinstance(value, str), "the fill value is neither a list nor a string")
    try:
        found = base64.b64decode(value.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error) as error:
        raise Refused("the fill value is not base64") from error
    demand(base64.b64encode(found).decode("ascii") == value, "an encoder writes other base64")
    return found


def floating(value, bytes_, data_type):
    exponents, mantissas, bias, kind = FLOATS[data_type]
    sign_bit = 0 if kind == "fnu" else 1 << exponents + mantissas
    # The bits that follow the greatest finite number, and those of NaN.
    top = (1 << exponents) - 1 << mantissas if kind in ("ieee", "fnu") else 1 << exponents + mantissas
    nan = {"ieee": top | 1 << mantissas >> 1, "fn": None, "fnuz": sign_bit, "fnu": top}[kind]
    if isinstance(value, str):
        named = {"NaN": nan} | ({"Infinity": top, "-Infinity": top | sign_bit} if kind == "ieee" else {})
        if named.get(value) is not None:
            return named[value].to_bytes(bytes_, "little")
        demand(re.fullmatch(f"0x[0-9a-fA-F]{{{bytes_ * 2}}}", value), "the fill value is not a number")
        demand(int(value, 16) >> bits_of(data_type) == 0, "the fill value has more bits than the number")
        return int(value, 16).to_bytes(bytes_, "little")
    demand(type(value) in (int, Decimal), "the fill value is not a number")
    is_negative = str(value).startswith("-")
    # No more than this is needed to see that a number is infinite or zero here, and an exact fraction could be long.
    decimal = Decimal(value)
    if decimal and abs(decimal.adjusted()) > 1000:
        value = Decimal(f"1e{1000 if decimal.adjusted() > 0 else -1000}")
    bits = rounded(abs(Fraction(value)), mantissas, bias, has_zero=kind != "fnu")
    bits = min(bits, top if kind == "ieee" else top - 1)
    if is_negative and kind == "fnu":
        bits = 0  # The least number is nearest.
    elif is_negative and (bits or kind != "fnuz"):
        bits |= sign_bit
    return bits.to_bytes(bytes_, "little")


def rounded(value, mantissas, bias, has_zero):
    """The bits of the nearest number, of two the even one, as if there were no greatest exponent."""
    if not has_zero:
        # Powers of two, from the one of the exponent -bias on.
        exponent = -bias
        while value > Fraction(2) ** exponent * Fraction(3, 2) or \
                value == Fraction(2) ** exponent * Fraction(3, 2) and (exponent + bias) % 2:
            exponent += 1
        return exponent + bias
    least = 1 - bias - mantissas  # The exponent of the last place of the smallest numbers.
    place = least
    if value:
        leading = value.numerator.bit_length() - value.denominator.bit_length()
        leading -= value < Fraction(2) ** leading
        place = max(least, leading - mantissas)
    digits = round(value / Fraction(2) ** place)
    # A carry out of the mantissa counts up the exponent, as it should.
    return digits + (place - least << mantissas)
