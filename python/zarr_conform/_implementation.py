"""What an implementation in Python can be asked: functions, each for one operation."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import (
    Any,
    Callable,
    NamedTuple,
    Optional,
    Union,
)

from ._elements import DataType, Elements, ElementsOrArray

EDITIONS = ("draft", "3.0", "3.1")
"""The editions of the specification that can be judged."""

KINDS = ("invalid", "unsupported", "internal")
"""The kinds of error, as docs/adapters.md describes them."""


class Invalid(Exception):
    """The input breaks the specification."""


class Unsupported(Exception):
    """The input may be valid, but is not implemented."""


class Region(NamedTuple):
    """A region of an array: ``start[d] <= coordinates[d] < start[d] + shape[d]``."""

    start: tuple[int, ...]
    """Coordinates of the first element."""
    shape: tuple[int, ...]
    """Number of elements along each dimension."""

    @property
    def slices(self) -> tuple[slice, ...]:
        """The region as an index of an array."""
        return tuple(slice(at, at + length) for at, length in zip(self.start, self.shape))


class Opened(NamedTuple):
    """What is understood of an array."""

    data_type: DataType
    """The data type as in metadata: ``"int16"``, or an object with name and configuration."""
    shape: Sequence[int]
    """The shape of the array."""


@dataclass(frozen=True)
class Read:
    """What is read: ``elements`` of the whole array where no regions were asked for, or ``regions``."""

    elements: Optional[ElementsOrArray] = None
    """The whole array."""
    regions: Optional[Sequence[ElementsOrArray]] = None
    """Each region, in the order asked."""
    data_type: Optional[DataType] = None
    """What is understood of the array; judged where it is given."""
    shape: Optional[Sequence[int]] = None
    """The shape of the array; judged where it is given."""


class Chunk(NamedTuple):
    """A chunk, as far as its codecs are concerned."""

    data_type: DataType
    """The data type as in metadata: ``"int16"``, or an object with name and configuration."""
    shape: tuple[int, ...]
    """Shape of the decoded chunk."""
    codecs: list[Any]
    """The codec list, as in array metadata."""


@dataclass(frozen=True)
class AskedChunk:
    """A chunk of which origin and keys are asked."""

    index: tuple[int, ...]
    """Grid index of the chunk."""
    chunk_key_encodings: list[Any]
    """Values of ``chunk_key_encoding``; one key is asked for each."""


class Grid(NamedTuple):
    """What is asked about a regular chunk grid."""

    array_shape: tuple[int, ...]
    """Shape of the array."""
    chunk_shape: tuple[int, ...]
    """Shape of the chunks."""
    elements: list[tuple[int, ...]]
    """Coordinates of elements: in which chunk, at which position within it?"""
    chunks: list[AskedChunk]
    """Chunks: where is the origin, and what is the key?"""


class Located(NamedTuple):
    """Where an element lies."""

    chunk: Sequence[int]
    """Grid index of the chunk."""
    within: Sequence[int]
    """Coordinates within the chunk."""


class ChunkAnswer(NamedTuple):
    """Origin and keys of a chunk."""

    origin: Sequence[int]
    """Coordinates of the chunk's first element."""
    keys: Sequence[str]
    """One key for each chunk key encoding asked for."""


class GridAnswer(NamedTuple):
    """What a regular chunk grid comes to."""

    grid_shape: Sequence[int]
    """Number of chunks along each dimension."""
    elements: Sequence[Located]
    """For each element asked for: where it lies."""
    chunks: Sequence[ChunkAnswer]
    """For each chunk asked for: origin and keys."""


class Node(NamedTuple):
    """A node of a hierarchy."""

    node_type: str
    """``"group"`` or ``"array"``."""
    attributes: Optional[dict[str, Any]] = None
    """Its attributes; judged where they are given."""


Open = Callable[[Path], Union[Opened, tuple[str, Sequence[int]]]]
ReadStore = Callable[[Path, Optional[list[Region]]], Union[Read, ElementsOrArray, Sequence[ElementsOrArray]]]
Write = Callable[[Path, Optional[Region], Any], None]
Create = Callable[[Path, dict[str, Any], Any], None]
Encode = Callable[[Chunk, Any], bytes]
Decode = Callable[[Chunk, bytes], ElementsOrArray]
AskGrid = Callable[[Grid], GridAnswer]
FindNode = Callable[[Path, str], Optional[Node]]
FindNodes = Callable[[Path, str], Optional[dict[str, str]]]
Walk = Callable[[Path], Optional[dict[str, str]]]
SetAttributes = Callable[[Path, str, dict[str, Any]], None]
Change = Callable[[Path, str], None]
ErrorKind = Callable[[BaseException], str]

OPERATIONS = (
    *("open", "read", "write", "create", "encode", "decode", "grid"),
    *("node", "children", "walk", "create_group", "set_attributes", "delete", "consolidate"),
)
"""The operations that can be offered, by the names that the protocol has for them."""

MEMBERS = ("path", "through", "consolidated")
"""What requests about hierarchies may say besides, by the names that the protocol has for it."""


@dataclass(frozen=True)
class Implementation:
    """An implementation under test, in this process: its name, and what it can be asked.

    Each function stands for one operation of docs/adapters.md; one that is left out is not offered.
    ``open``, ``read`` and ``write`` reach nearly the whole suite. Functions run in a thread of the
    process that tests, one after the other. They translate and do nothing else: they do not validate
    or repair.

    A function refuses by an exception: :class:`Invalid`, :class:`Unsupported`, or any other, which is
    of kind ``internal`` unless ``error_kind`` says otherwise.
    """

    name: str
    """The name of the implementation."""
    version: str
    """Its version, which it should say itself."""
    open: Optional[Open] = None
    """Opens the array whose store is this folder: what is understood of it?"""
    read: Optional[ReadStore] = None
    """Opens the array once and gives regions, one after the other, or, for ``None``, all of it."""
    write: Optional[Write] = None
    """Opens the array and writes elements of a region, or, for ``None``, of all of it: ``Elements``, or a list of
    ``bytes`` where elements have different numbers of bytes."""
    create: Optional[Create] = None
    """Creates an array from metadata in an empty folder and writes all elements."""
    encode: Optional[Encode] = None
    """Encodes the elements of a chunk."""
    decode: Optional[Decode] = None
    """Decodes a chunk to its elements."""
    grid: Optional[AskGrid] = None
    """Computes with a regular chunk grid."""
    node: Optional[FindNode] = None
    """Which node is at this path of a store? ``None`` where there is none."""
    children: Optional[FindNodes] = None
    """The types of the children of the group at this path, by their names."""
    walk: Optional[Walk] = None
    """The types of all nodes of a store, by their paths, the root among them."""
    create_group: Optional[SetAttributes] = None
    """Creates a group with these attributes."""
    set_attributes: Optional[SetAttributes] = None
    """Gives a node these attributes and no others."""
    delete: Optional[Change] = None
    """Deletes the node at this path, and all below it."""
    consolidate: Optional[Change] = None
    """Writes consolidated metadata of the group at this path."""
    takes: Sequence[str] = ()
    """What functions take as arguments by name, where it is asked: ``"path"`` of an array in ``open``, ``read``,
    ``write`` and ``create``; ``"through"``, the path of a group that is opened first; ``"consolidated"``, whether
    consolidated metadata is used. What is left out is not asked."""
    edition: str = "3.1"
    """The edition of the specification that it implements: ``"draft"``, ``"3.0"`` or ``"3.1"``."""
    without_data_types: Sequence[str] = ()
    """Data types that it lacks; ``"r*"`` stands for all raw types. Checks that need them are skipped."""
    without_codecs: Sequence[str] = ()
    """Codecs that it lacks. Checks that need them are skipped."""
    error_kind: Optional[ErrorKind] = field(default=None)
    """One simple rule from the library's exceptions to ``"invalid"``, ``"unsupported"`` or ``"internal"``."""

    def __post_init__(self) -> None:
        if self.edition not in EDITIONS:
            raise ValueError(f"found edition {self.edition!r}, expected one of {', '.join(EDITIONS)}")
        for name in ("without_data_types", "without_codecs"):
            if isinstance(getattr(self, name), str):
                raise TypeError(f"found a text as {name}, expected a list of names")
        unknown = [it for it in self.takes if it not in MEMBERS]
        if isinstance(self.takes, str) or unknown:
            raise ValueError(f"found {self.takes!r} as takes, expected a list of some of {', '.join(MEMBERS)}")
        for name in OPERATIONS:
            function = getattr(self, name)
            if function is not None and not callable(function):
                raise TypeError(f"found {function!r} as {name}, expected a function")
        if not any(getattr(self, name) is not None for name in OPERATIONS):
            raise ValueError(f"found no function, expected at least one of {', '.join(OPERATIONS)}")

    @property
    def offers(self) -> list[str]:
        """The operations that can be asked, and what can be asked besides."""
        operations = [name for name in OPERATIONS if getattr(self, name) is not None]
        return operations + [name for name in MEMBERS if name in self.takes]
