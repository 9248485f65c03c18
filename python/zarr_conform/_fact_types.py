"""The forms of facts, one for each kind; docs/vectors.md says what their members mean."""

from typing import Any, Literal, TypedDict, Union

from ._elements import DataType, ElementsOrArray

Kind = Literal["chunk", "representation", "bad_chunk", "grid", "metadata", "array", "hierarchy"]
"""The kinds of facts."""
Level = Literal["must", "should", "may", "open"]
"""How strongly the specification demands a fact; ``open``, where it is silent."""


class _Common(TypedDict):
    id: str
    comment: str
    requirements: list[str]
    level: Level
    editions: list[str]
    file: str
    content: str


class _Every(_Common, total=False):
    twin: str
    premise: str
    binds: Literal["writer"]
    open: str
    refused: str


class ChunkOutcome(TypedDict, total=False):
    """What a reading gives where the specification leaves a chunk open."""

    reading: str
    refused: bool
    encoded: bytes
    elements: ElementsOrArray


class _Chunk(_Every):
    kind: Literal["chunk"]
    data_type: DataType
    shape: list[int]
    codecs: list[Any]
    elements: ElementsOrArray


class ChunkFact(_Chunk, total=False):
    """Elements and their encoded bytes."""

    encoded: bytes
    free: bool
    values: list[Any]
    outcomes: list[ChunkOutcome]


class Represented(TypedDict, total=False):
    """What one codec yields: an array, or a number of bytes."""

    data_type: DataType
    shape: list[int]
    bytes: int


class _Representation(_Every):
    kind: Literal["representation"]
    data_type: DataType
    shape: list[int]
    codecs: list[Any]


class RepresentationFact(_Representation, total=False):
    """What each codec of a list yields, or that the list is refused."""

    representations: list[Represented]
    chunk: bytes
    outcomes: list[ChunkOutcome]


class _BadChunk(_Every):
    kind: Literal["bad_chunk"]
    data_type: DataType
    shape: list[int]
    codecs: list[Any]
    encoded: bytes


class BadChunkFact(_BadChunk, total=False):
    """Bytes that no decoder may accept."""

    outcomes: list[ChunkOutcome]


class Place(TypedDict):
    """Where an element lies."""

    coordinates: list[int]
    chunk: list[int]
    within: list[int]


class ChunkKey(TypedDict):
    """The key of a chunk under one encoding."""

    chunk_key_encoding: Any
    key: str


class GridChunk(TypedDict):
    """A chunk of a grid."""

    index: list[int]
    origin: list[int]
    keys: list[ChunkKey]


class GridOutcome(TypedDict, total=False):
    """What a reading gives where the specification leaves a grid open."""

    reading: str
    refused: bool
    grid_shape: list[int]


class _Grid(_Every):
    kind: Literal["grid"]
    array_shape: list[int]
    chunk_shape: list[int]


class GridFact(_Grid, total=False):
    """A regular grid: its shape, where elements lie, and the keys of chunks."""

    grid_shape: list[int]
    places: list[Place]
    chunks: list[GridChunk]
    outcomes: list[GridOutcome]


class Meaning(TypedDict):
    """What a metadata document says; ``fill_value`` is one element."""

    data_type: DataType
    shape: list[int]
    fill_value: ElementsOrArray


class MetadataOutcome(TypedDict, total=False):
    """What a reading gives where the specification leaves a document open."""

    reading: str
    refused: bool
    means: Meaning


class _Metadata(_Every):
    kind: Literal["metadata"]


class MetadataFact(_Metadata, total=False):
    """One ``zarr.json`` to the letter: ``zarr_json``, or ``zarr_json_bytes`` where it is not text."""

    zarr_json: str
    zarr_json_bytes: bytes
    means: Meaning
    at_open: bool
    chunk: bytes
    create: bool
    outcomes: list[MetadataOutcome]


class RegionOf(TypedDict):
    """A region of an array and its elements."""

    start: list[int]
    shape: list[int]
    elements: ElementsOrArray


class _Stored(TypedDict):
    key: str


class StoredChunk(_Stored, total=False):
    """A chunk after writing; ``elements`` are those of the whole chunk, in one dimension."""

    encoded: bytes
    elements: ElementsOrArray
    unused: list[tuple[int, int]]
    may_be_absent: bool


class _Update(TypedDict):
    region: RegionOf
    written: list[StoredChunk]


class Update(_Update, total=False):
    """Regions that are written over what is stored, and the chunks after the last of them.

    ``region`` is written first, and those of ``then``, where there are any, one after the other.
    """

    then: list[RegionOf]


class _Array(_Every):
    kind: Literal["array"]
    data_type: DataType
    shape: list[int]
    files: dict[str, bytes]


class ArrayFact(_Array, total=False):
    """A whole store: its ``files`` by their path below the root of the array, and its elements."""

    elements: ElementsOrArray
    regions: list[RegionOf]
    written: list[StoredChunk]
    update: Update
    create: bool
    outcomes: list[ChunkOutcome]


NodeType = Literal["group", "array"]
"""The types of nodes."""


class WholeArray(TypedDict):
    """All elements of an array."""

    data_type: DataType
    shape: list[int]
    elements: ElementsOrArray


class _Node(TypedDict):
    node_type: NodeType
    attributes: dict[str, Any]


class Node(_Node, total=False):
    """What is at a path: its ``children``, its elements as ``array`` and, of the root, all ``nodes`` by their paths."""

    children: dict[str, NodeType]
    nodes: dict[str, NodeType]
    array: WholeArray


class NodeOutcome(TypedDict, total=False):
    """What a reading finds where the specification leaves it open."""

    reading: str
    refused: bool
    node: Node


class _Hierarchy(_Every):
    kind: Literal["hierarchy"]
    documents: dict[str, str]
    path: str


class HierarchyFact(_Hierarchy, total=False):
    """A node of a hierarchy: ``documents`` are the texts in the store by their keys."""

    change: dict[str, Any]
    through: Literal["/"]
    consolidated: Literal["never", "only"]
    node: Node
    outcomes: list[NodeOutcome]


Fact = Union[ChunkFact, RepresentationFact, BadChunkFact, GridFact, MetadataFact, ArrayFact, HierarchyFact]
"""A fact of any kind; ``fact["kind"]`` says which."""
