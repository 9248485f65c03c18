"""Data types of the core and of the registry of extensions: how long elements are, and what a fill value says."""

import base64
import binascii
import re
from decimal import Decimal
from fractions import Fraction

from . import Refused, demand
from .shapes import Each

SIZES = {"bool": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "float16": 2, "int32": 4, "uint32": 4,
         "float32": 4, "int64": 8, "uint64": 8, "float64": 8, "complex64": 8, "complex128": 16,
         "bfloat16": 2}
# Bits of the exponent and of the mantissa of a floating point number.
FLOATS = {"float16": (5, 10), "float32": (8, 23), "float64": (11, 52), "bfloat16": (8, 7)}
# Signed integers of 64 bits that count so many of a unit.
TIMES = ("numpy.datetime64", "numpy.timedelta64")
UNITS = {it: it for it in "Y M W D h m s ms us ns ps fs as generic".split()} | {"\N{GREEK SMALL LETTER MU}s": "us"}
NOT_A_TIME = -1 << 63
# Elements of different numbers of bytes.
VARIABLE = ("string", "bytes")
COMPONENTS = {"complex64": "float32", "complex128": "float64"}


def of(name, configuration):
    """A data type by which the others are asked: a name, or an object of times, each unit in one spelling."""
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
        return 8, 8
    if isinstance(data_type, str) and data_type in VARIABLE:
        return 1, 1
    if isinstance(data_type, str) and data_type in SIZES:
        bytes_ = SIZES[data_type]
        return bytes_, bytes_ // 2 if data_type.startswith("complex") else bytes_
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
    if data_type.startswith("complex"):
        demand(isinstance(value, list) and len(value) == 2, "the fill value has not two components")
        return b"".join(floating(part, number, COMPONENTS[data_type]) for part in value)
    if data_type in FLOATS:
        return floating(value, number, data_type)
    is_signed = not data_type.startswith("u")
    demand(type(value) is int, "the fill value is not an integer")
    try:
        return value.to_bytes(bytes_, "little", signed=is_signed)
    except OverflowError as error:
        raise Refused("the fill value is out of range") from error


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
    exponents, mantissas = FLOATS[data_type]
    top = (1 << exponents) - 1 << mantissas
    if isinstance(value, str):
        named = {"Infinity": top, "-Infinity": top | 1 << bytes_ * 8 - 1, "NaN": top | 1 << mantissas - 1}
        if value in named:
            return named[value].to_bytes(bytes_, "little")
        demand(re.fullmatch(f"0x[0-9a-fA-F]{{{bytes_ * 2}}}", value), "the fill value is not a number")
        return int(value, 16).to_bytes(bytes_, "little")
    demand(type(value) in (int, Decimal), "the fill value is not a number")
    sign = str(value).startswith("-")
    # No more than this is needed to see that a number is infinite or zero here, and an exact fraction could be long.
    decimal = Decimal(value)
    if decimal and abs(decimal.adjusted()) > 1000:
        value = Decimal(f"1e{1000 if decimal.adjusted() > 0 else -1000}")
    return (rounded(abs(Fraction(value)), exponents, mantissas) | sign << bytes_ * 8 - 1).to_bytes(bytes_, "little")


def rounded(value, exponents, mantissas):
    """The bits of the nearest number, of two the even one; infinity beyond the largest."""
    bias = (1 << exponents - 1) - 1
    least = 1 - bias - mantissas  # The exponent of the last place of the smallest numbers.
    place = least
    if value:
        leading = value.numerator.bit_length() - value.denominator.bit_length()
        leading -= value < Fraction(2) ** leading
        place = max(least, leading - mantissas)
    digits = round(value / Fraction(2) ** place)
    # A carry out of the mantissa counts up the exponent, as it should.
    bits = digits + (place - least << mantissas)
    return min(bits, (1 << exponents) - 1 << mantissas)
