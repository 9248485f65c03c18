"""Positions in arrays, in lexicographical order."""

from itertools import chain, product
from math import prod


class Each(list):
    """Elements of different numbers of bytes: the bytes of each, where others are one byte string and `size` is 1."""

    def hex(self):
        return [it.hex() for it in self]


def mutable(elements):
    """A copy in which elements can be replaced."""
    return Each(elements) if isinstance(elements, list) else bytearray(elements)


def fixed(elements):
    return elements if isinstance(elements, list) else bytes(elements)


def joined(parts, like):
    return Each(chain.from_iterable(parts)) if isinstance(like, list) else b"".join(parts)


def of_digits(digits):
    """Elements of facts."""
    return Each(bytes.fromhex(it) for it in digits) if isinstance(digits, list) else bytes.fromhex(digits)


def positions(shape):
    return product(*(range(length) for length in shape))


def ordinal(position, shape):
    """Which of the elements in lexicographical order is at a position."""
    number = 0
    for coordinate, length in zip(position, shape):
        number = number * length + coordinate
    return number


def part(elements, size, shape, start, part_shape):
    """The elements of a part of an array."""
    if list(start) == [0] * len(shape) and list(part_shape) == list(shape):
        return elements
    found = []
    for within in positions(part_shape):
        at = ordinal([a + b for a, b in zip(start, within)], shape) * size
        found.append(elements[at:at + size])
    return joined(found, elements)


def put(array, size, shape, start, elements, part_shape):
    """Writes the elements of a part into a copy that is mutable."""
    for number, within in enumerate(positions(part_shape)):
        at = ordinal([a + b for a, b in zip(start, within)], shape) * size
        array[at:at + size] = elements[number * size:(number + 1) * size]


def length_of(shape, size):
    return prod(shape) * size
