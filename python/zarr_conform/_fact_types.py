"""The forms of facts, one for each kind; docs/vectors.md says what their members mean."""

from typing import Any, Dict, List, Literal, Tuple, TypedDict, Union

from ._elements import ElementsOrArray

Kind = Literal["chunk", "representation", "bad_chunk", "grid", "metadata", "array"]
"""The kinds of facts."""
Level = Literal["must", "should", "may", "open"]
"""How strongly the specification demands a fact; ``open``, where it is silent."""


class _Common(TypedDict):
    id: str
    comment: str
    requirements: List[str]
    level: Level
    editions: List[str]
    file: str
    content: str


class _Every(_Common, total=False):
    twin: str
    premise: str
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
    data_type: str
    shape: List[int]
    codecs: List[Any]
    elements: ElementsOrArray


class ChunkFact(_Chunk, total=False):
    """Elements and their encoded bytes."""

    encoded: bytes
    free: bool
    values: List[Any]
    outcomes: List[ChunkOutcome]


class Represented(TypedDict, total=False):
    """What one codec yields: an array, or a number of bytes."""

    data_type: str
    shape: List[int]
    bytes: int


class _Representation(_Every):
    kind: Literal["representation"]
    data_type: str
    shape: List[int]
    codecs: List[Any]


class RepresentationFact(_Representation, total=False):
    """What each codec of a list yields, or that the list is refused."""

    representations: List[Represented]
    chunk: bytes
    outcomes: List[ChunkOutcome]


class _BadChunk(_Every):
    kind: Literal["bad_chunk"]
    data_type: str
    shape: List[int]
    codecs: List[Any]
    encoded: bytes


class BadChunkFact(_BadChunk, total=False):
    """Bytes that no decoder may accept."""

    outcomes: List[ChunkOutcome]


class Place(TypedDict):
    """Where an element lies."""

    coordinates: List[int]
    chunk: List[int]
    within: List[int]


class ChunkKey(TypedDict):
    """The key of a chunk under one encoding."""

    chunk_key_encoding: Any
    key: str


class GridChunk(TypedDict):
    """A chunk of a grid."""

    index: List[int]
    origin: List[int]
    keys: List[ChunkKey]


class GridOutcome(TypedDict, total=False):
    """What a reading gives where the specification leaves a grid open."""

    reading: str
    refused: bool
    grid_shape: List[int]


class _Grid(_Every):
    kind: Literal["grid"]
    array_shape: List[int]
    chunk_shape: List[int]


class GridFact(_Grid, total=False):
    """A regular grid: its shape, where elements lie, and the keys of chunks."""

    grid_shape: List[int]
    places: List[Place]
    chunks: List[GridChunk]
    outcomes: List[GridOutcome]


class Meaning(TypedDict):
    """What a metadata document says; ``fill_value`` is one element."""

    data_type: str
    shape: List[int]
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
    outcomes: List[MetadataOutcome]


class RegionOf(TypedDict):
    """A region of an array and its elements."""

    start: List[int]
    shape: List[int]
    elements: ElementsOrArray


class _Stored(TypedDict):
    key: str


class StoredChunk(_Stored, total=False):
    """A chunk after writing; ``elements`` are those of the whole chunk, in one dimension."""

    encoded: bytes
    elements: ElementsOrArray
    unused: List[Tuple[int, int]]
    may_be_absent: bool


class Update(TypedDict):
    """A region that is written over what is stored, and the chunks afterwards."""

    region: RegionOf
    written: List[StoredChunk]


class _Array(_Every):
    kind: Literal["array"]
    data_type: str
    shape: List[int]
    files: Dict[str, bytes]


class ArrayFact(_Array, total=False):
    """A whole store: its ``files`` by their path below the root of the array, and its elements."""

    elements: ElementsOrArray
    regions: List[RegionOf]
    written: List[StoredChunk]
    update: Update
    create: bool
    outcomes: List[ChunkOutcome]


Fact = Union[ChunkFact, RepresentationFact, BadChunkFact, GridFact, MetadataFact, ArrayFact]
"""A fact of any kind; ``fact["kind"]`` says which."""
