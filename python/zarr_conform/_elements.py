"""Elements as the suite has them: bytes in C order, each element little endian; numpy where it is there.

Where elements have different numbers of bytes, as strings have, they are a list with the bytes of each.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

DataType = Union[str, dict[str, Any]]
"""A data type as in metadata: its name, or an object with ``name`` and ``configuration``."""

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Array = NDArray[Any]
    DType = Union[DataType, numpy.dtype[Any]]
else:
    Array = Any
    DType = Any

ElementsOrArray = Union[bytes, Array, Sequence[bytes], Sequence[str]]
"""An array of numpy, or the bytes of the elements in C order, each little endian; of elements of different numbers of
bytes, those of each, where a string stands for its UTF-8."""

_SMALL_FLOATS = [
    "float4_e2m1fn",
    "float6_e2m3fn",
    "float6_e3m2fn",
    "float8_e3m4",
    "float8_e4m3",
    "float8_e4m3b11fnuz",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
]
_DTYPES: dict[str, str] = {
    "bool": "?",
    **{f"int{bits}": f"<i{bits // 8}" for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": f"<u{bits // 8}" for bits in (8, 16, 32, 64)},
    **{f"float{bits}": f"<f{bits // 8}" for bits in (16, 32, 64)},
    **{f"complex{bits}": f"<c{bits // 8}" for bits in (64, 128)},
    # Their bits, since numpy has no such types; of a complex number, two fields.
    "bfloat16": "<u2",
    **{name: "|u1" for name in ["int2", "int4", "uint2", "uint4", *_SMALL_FLOATS]},
    **{f"complex_{name}": "|u1,|u1" for name in _SMALL_FLOATS},
    "complex_float16": "<f2,<f2",
    "complex_bfloat16": "<u2,<u2",
    "complex_float32": "<c8",
    "complex_float64": "<c16",
}
# The letter of numpy for each data type of times; its dtypes have the unit and the scale factor, too.
_TIMES = {"numpy.datetime64": "M", "numpy.timedelta64": "m"}
_RAW_BITS = re.compile("r[0-9]+")


def dtype_of(data_type: DataType) -> Optional[str]:
    """The dtype of numpy for a data type of Zarr, little endian; none for raw bits and other types."""
    if isinstance(data_type, str):
        return _DTYPES.get(data_type)
    if data_type["name"] == "fixed_length_utf32":
        return f"<U{data_type['configuration']['length_bytes'] // 4}"
    letter = _TIMES.get(data_type["name"])
    if letter is None:
        return None
    unit, scale_factor = data_type["configuration"]["unit"], data_type["configuration"]["scale_factor"]
    if unit == "generic":
        # numpy does not scale what has no unit.
        return f"<{letter}8" if scale_factor == 1 else None
    return f"<{letter}8[{scale_factor}{unit}]"


class Elements(bytes):
    """The elements that a function is given: bytes in C order, each element little endian."""

    def numpy(self, data_type: DType, shape: Sequence[int]) -> Array:
        """The elements as an array of numpy with this shape, which cannot be written to.

        Args:
            data_type: a data type of Zarr, such as ``"int16"`` or an object with name and configuration, or a
                dtype of numpy, of which the byte order does not count. Raw bits, such as ``"r16"``, become
                ``V2``, and ``"bfloat16"`` and numbers of at most 8 bits their bits; complex numbers of which numpy has
                no type have two fields.
            shape: the shape of the chunk, the region or the array.

        Raises:
            ValueError: the elements are more or fewer than that.
        """
        import numpy

        if isinstance(data_type, str) and _RAW_BITS.fullmatch(data_type):
            dtype = numpy.dtype(f"V{int(data_type[1:]) // 8}")
        elif isinstance(data_type, str):
            dtype = numpy.dtype(_DTYPES.get(data_type, data_type))
        elif isinstance(data_type, dict):
            dtype = numpy.dtype(dtype_of(data_type) or "<i8")
        else:
            dtype = numpy.dtype(data_type)
        array: Array = numpy.frombuffer(self, dtype.newbyteorder("<"))
        return array.reshape(tuple(shape))


def from_digits(
    digits: Union[str, list[str]], data_type: DataType, shape: Optional[Sequence[int]]
) -> ElementsOrArray:
    """Elements of facts; of different numbers of bytes, those of each."""
    if isinstance(digits, list):
        return [bytes.fromhex(it) for it in digits]
    return from_bytes(bytes.fromhex(digits), data_type, shape)


def from_bytes(elements: bytes, data_type: DataType, shape: Optional[Sequence[int]]) -> ElementsOrArray:
    """The elements as an array where numpy is there and has the data type; of one dimension without a
    shape."""
    dtype = dtype_of(data_type)
    if dtype is None:
        return elements
    try:
        import numpy
    except ImportError:
        return elements
    array: Array = numpy.frombuffer(elements, dtype)
    return array if shape is None else array.reshape(tuple(shape))


class WrongAnswer(TypeError):
    """A function of the test gives something of another form than it should."""


def to_digits(elements: object) -> Union[bytes, list[str]]:
    """The bytes of elements that a function gives; of a list, the digits of each.

    Raises:
        TypeError: they are of another type.
    """
    if not isinstance(elements, (list, tuple)):
        return to_bytes(elements)
    return [_bytes_of_one(it).hex() for it in elements]


def _bytes_of_one(element: object) -> bytes:
    if isinstance(element, str):
        return element.encode("utf-8")
    if isinstance(element, (bytes, bytearray, memoryview)):
        return bytes(element)
    raise WrongAnswer(f"found an element of type {type(element).__name__} in a list, expected bytes or str")


def to_bytes(elements: object) -> bytes:
    """The bytes of elements that a function gives: an array of any byte order and layout, or bytes.

    Raises:
        TypeError: they are of another type.
    """
    if isinstance(elements, (bytes, bytearray, memoryview)):
        return bytes(elements)
    dtype = getattr(elements, "dtype", None)
    if dtype is None or not hasattr(elements, "tobytes"):
        raise WrongAnswer(f"found elements of type {type(elements).__name__}, expected an array or bytes")
    if dtype.hasobject:
        raise WrongAnswer(f"found elements of dtype {dtype}, expected numbers or bytes")
    little_endian = dtype.newbyteorder("<")
    array: Any = elements
    return bytes(array.astype(little_endian, copy=False).tobytes())
