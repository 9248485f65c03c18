"""Positions in arrays, in lexicographical order."""

from itertools import product
from math import prod


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
    return b"".join(found)


def put(array, size, shape, start, elements, part_shape):
    """Writes the elements of a part into a bytearray."""
    for number, within in enumerate(positions(part_shape)):
        at = ordinal([a + b for a, b in zip(start, within)], shape) * size
        array[at:at + size] = elements[number * size:(number + 1) * size]


def length_of(shape, size):
    return prod(shape) * size
