"""What users write, for mypy and pyright: every line here has to have the type that it says."""

from pathlib import Path
from typing import Optional

import zarr_conform
from zarr_conform import (
    ArrayFact,
    Chunk,
    ChunkFact,
    Elements,
    ElementsOrArray,
    Fact,
    GridFact,
    Implementation,
    Opened,
    Read,
    Region,
    Tests,
)


def open_(store: Path) -> Opened:
    return Opened("int16", [2, 3])


def read(store: Path, regions: Optional[list[Region]]) -> Read:
    return Read(elements=b"") if regions is None else Read(regions=[b"" for _ in regions])


def write(store: Path, region: Optional[Region], elements: Elements) -> None:
    shape = (2, 3) if region is None else region.shape
    elements.numpy("int16", shape).tobytes()


def decode(chunk: Chunk, encoded: bytes) -> ElementsOrArray:
    return encoded if chunk.codecs else Elements(encoded).numpy(chunk.data_type, chunk.shape)


def error_kind(error: BaseException) -> str:
    return "invalid"


implementation = Implementation(
    "mine", "1", open=open_, read=read, write=write, decode=decode, error_kind=error_kind
)
test_mine: Tests = zarr_conform.tests(implementation, filter="transpose/*", known_failures=Path("a.toml"))

chunks: list[ChunkFact] = zarr_conform.facts("transpose/*", kind="chunk")
arrays: list[ArrayFact] = zarr_conform.facts(kind="array", vectors=Path("vectors"))
every: list[Fact] = zarr_conform.facts()

encoded: bytes = chunks[0].get("encoded", b"")
elements: ElementsOrArray = chunks[0]["elements"]
file: bytes = arrays[0]["files"]["zarr.json"]
zarr_conform.write_store(arrays[0], Path("a.zarr"))


def shape_of(fact: Fact) -> Optional[list[int]]:
    if fact["kind"] == "grid":
        grid: GridFact = fact
        return grid.get("grid_shape")
    if fact["kind"] == "chunk":
        return fact["shape"]
    return None
