"""The conformance suite for Zarr v3, from Python.

The distribution ``zarr-conform`` brings the program ``conform``. :func:`program` is its path, and
``python -m zarr_conform`` runs it.

- :func:`facts` gives what the suite knows as dictionaries, with arrays of numpy where it is there.
- ``pytest --conform "python adapter.py"`` shows each check of an adapter as a test.
- :func:`tests` makes tests of an :class:`Implementation` whose functions run in the process of pytest.

docs/python.md describes all three.
"""

from importlib.metadata import version as _version

from ._elements import Elements, ElementsOrArray
from ._fact_types import (
    ArrayFact,
    HierarchyFact,
    BadChunkFact,
    ChunkFact,
    Fact,
    GridFact,
    MetadataFact,
    RepresentationFact,
)
from ._facts import facts, write_store
from ._implementation import (
    AskedChunk,
    Chunk,
    ChunkAnswer,
    Grid,
    GridAnswer,
    Implementation,
    Invalid,
    Located,
    Node,
    Opened,
    Read,
    Region,
    Unsupported,
)
from ._program import program
from ._tests import Tests, tests

__all__ = [
    "ArrayFact",
    "HierarchyFact",
    "AskedChunk",
    "BadChunkFact",
    "Chunk",
    "ChunkAnswer",
    "ChunkFact",
    "Elements",
    "ElementsOrArray",
    "Fact",
    "Grid",
    "GridAnswer",
    "GridFact",
    "Implementation",
    "Invalid",
    "Located",
    "MetadataFact",
    "Node",
    "Opened",
    "Read",
    "Region",
    "RepresentationFact",
    "Tests",
    "Unsupported",
    "__version__",
    "facts",
    "program",
    "tests",
    "write_store",
]

__version__: str = _version("zarr-conform")
"""The version of the distribution, which is that of the program."""
