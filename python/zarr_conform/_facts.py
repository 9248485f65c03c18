"""The facts of the suite as Python data, from the program that is installed beside this package."""

import json
import os
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Optional, Union, cast, get_args, overload

from ._elements import DataType, from_bytes, from_digits
from ._fact_types import (
    ArrayFact,
    HierarchyFact,
    BadChunkFact,
    ChunkFact,
    Fact,
    GridFact,
    Kind,
    Level,
    MetadataFact,
    RepresentationFact,
)
from ._glob import compile_glob
from ._implementation import EDITIONS
from ._program import program

_Path = Union[str, "os.PathLike[str]"]
_Json = dict[str, Any]

_FORMAT = 1
"""The version of the manifest that this package reads."""
_BYTES = ("encoded", "chunk", "zarr_json_bytes")
"""Members that are bytes, in hexadecimal digits."""
_IN_ARCHIVES = ("store", "bin", "npy")
"""Members that name files of an archive, which is not at hand."""


@overload
def facts(
    glob: str = ..., *, kind: Literal["chunk"], level: Optional[Level] = ..., edition: str = ..., vectors: Optional[_Path] = ...
) -> list[ChunkFact]: ...
@overload
def facts(
    glob: str = ..., *, kind: Literal["representation"], level: Optional[Level] = ..., edition: str = ..., vectors: Optional[_Path] = ...
) -> list[RepresentationFact]: ...
@overload
def facts(
    glob: str = ..., *, kind: Literal["bad_chunk"], level: Optional[Level] = ..., edition: str = ..., vectors: Optional[_Path] = ...
) -> list[BadChunkFact]: ...
@overload
def facts(
    glob: str = ..., *, kind: Literal["grid"], level: Optional[Level] = ..., edition: str = ..., vectors: Optional[_Path] = ...
) -> list[GridFact]: ...
@overload
def facts(
    glob: str = ..., *, kind: Literal["metadata"], level: Optional[Level] = ..., edition: str = ..., vectors: Optional[_Path] = ...
) -> list[MetadataFact]: ...
@overload
def facts(
    glob: str = ..., *, kind: Literal["array"], level: Optional[Level] = ..., edition: str = ..., vectors: Optional[_Path] = ...
) -> list[ArrayFact]: ...
@overload
def facts(
    glob: str = ..., *, kind: Literal["hierarchy"], level: Optional[Level] = ..., edition: str = ..., vectors: Optional[_Path] = ...
) -> list[HierarchyFact]: ...
@overload
def facts(
    glob: str = ..., *, kind: None = ..., level: Optional[Level] = ..., edition: str = ..., vectors: Optional[_Path] = ...
) -> list[Fact]: ...
def facts(
    glob: str = "*",
    *,
    kind: Optional[Kind] = None,
    level: Optional[Level] = None,
    edition: str = "3.1",
    vectors: Optional[_Path] = None,
) -> Any:
    """The facts whose id matches, in the order of the vectors.

    Elements are arrays of numpy with the shape that belongs to them, where numpy is there and has the
    data type; otherwise bytes, in C order and each element little endian. So are fill values, which have
    no dimensions, and the elements of regions. Arrays cannot be written to. Compare bits rather than
    numbers, since NaN is not equal to itself: ``a.tobytes() == b.tobytes()``.

    Args:
        glob: which ids, such as ``"transpose/*"``; ``*`` matches ``/`` too.
        kind: only facts of this kind.
        level: only facts of this level: ``"must"`` is what the specification demands, and of ``"open"`` facts
            each outcome is right, so that they have ``outcomes`` in place of an answer.
        edition: only facts that hold in this edition of the specification.
        vectors: a folder or an archive of vectors, instead of those in the program.

    Raises:
        LookupError: no fact matches.
        ValueError: there is no such kind, level or edition, or the vectors cannot be read.
    """
    if edition not in EDITIONS:
        raise ValueError(f"found edition {edition!r}, expected one of {', '.join(EDITIONS)}")
    if kind is not None and kind not in get_args(Kind):
        raise ValueError(f"found kind {kind!r}, expected one of {', '.join(get_args(Kind))}")
    if level is not None and level not in get_args(Level):
        raise ValueError(f"found level {level!r}, expected one of {', '.join(get_args(Level))}")
    pattern = compile_glob(glob)
    found = [
        _fact(name, members)
        for name, members in _manifest(None if vectors is None else os.fspath(vectors)).items()
        if pattern.match(name)
        and edition in members["editions"]
        and (kind is None or members["kind"] == kind)
        and (level is None or members["level"] == level)
    ]
    if not found:
        of_kind = "" if kind is None else f" of kind {kind}"
        at_level = "" if level is None else f" at level {level}"
        raise LookupError(f"no fact{of_kind}{at_level} of edition {edition} matches {glob!r}")
    return found


def write_store(fact: ArrayFact, folder: _Path) -> None:
    """Writes the store of an array fact into a folder, which becomes the root of the array.

    Raises:
        FileExistsError: the folder holds one of the files already.
    """
    for key, content in fact["files"].items():
        file = Path(folder, *key.split("/"))
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("xb") as out:
            out.write(content)


class _Members(dict[str, Any]):
    """The members of a fact, which says why it lacks one."""

    def __missing__(self, member: str) -> Any:
        if self.get("level") == "open":
            why = 'it is open, and `outcomes` has what each reading gives; level="must" selects no such fact'
        elif "refused" in self:
            why = "it must be refused, and `refused` says why"
        else:
            why = f"it has {', '.join(self)}"
        raise KeyError(f"the fact {self['id']} has no {member!r}: {why}")


@lru_cache(maxsize=4)
def _manifest(vectors: Optional[str]) -> _Json:
    """All facts by their ids, as the program gives them."""
    command = [str(program()), "vectors", "manifest", "--files"]
    if vectors is not None:
        command += ["--vectors", vectors]
    done = subprocess.run(command, capture_output=True)
    if done.returncode != 0:
        raise ValueError(done.stderr.decode("utf-8", "replace").strip())
    manifest = json.loads(done.stdout)
    if manifest["format"] != _FORMAT:
        raise ValueError(
            f"found a manifest of format {manifest['format']}, expected {_FORMAT}; install zarr-conform again"
        )
    return cast(_Json, manifest["facts"])


def _fact(name: str, members: _Json) -> _Json:
    """A fact with its digits decoded; each time a new one, which the caller may change."""
    fact: _Json = _Members(id=name)
    # A copy of what stays as it is in JSON.
    members = json.loads(json.dumps(members))
    # Grids and metadata have none, and no elements either.
    data_type, shape = members.get("data_type", ""), members.get("shape")
    for member, value in members.items():
        if member in _IN_ARCHIVES:
            continue
        if member == "files":
            fact[member] = {key: bytes.fromhex(digits) for key, digits in value.items()}
        elif member == "means":
            fact[member] = _meaning(value)
        elif member == "node":
            fact[member] = _node(value)
        elif member == "outcomes":
            fact[member] = [_outcome(it, data_type, shape) for it in value]
        elif member == "regions":
            fact[member] = [_statement(it, data_type, it["shape"]) for it in value]
        elif member == "written":
            fact[member] = [_statement(it, data_type, None) for it in value]
        elif member == "update":
            region = value["region"]
            fact[member] = {
                "region": _statement(region, data_type, region["shape"]),
                "written": [_statement(it, data_type, None) for it in value["written"]],
            }
            if "then" in value:
                fact[member]["then"] = [_statement(it, data_type, it["shape"]) for it in value["then"]]
        elif member == "elements":
            fact[member] = from_digits(value, data_type, shape)
        elif member in _BYTES:
            fact[member] = bytes.fromhex(value)
        else:
            fact[member] = value
    return fact


def _statement(members: _Json, data_type: DataType, shape: Optional[list[int]]) -> _Json:
    """Members with their own elements or bytes decoded."""
    decoded = dict(members)
    if "elements" in members:
        decoded["elements"] = from_digits(members["elements"], data_type, shape)
    for member in _BYTES:
        if member in members:
            decoded[member] = bytes.fromhex(members[member])
    return decoded


def _outcome(outcome: _Json, data_type: Any, shape: Any) -> _Json:
    decoded = _statement(outcome, data_type, shape)
    if "means" in outcome:
        decoded["means"] = _meaning(outcome["means"])
    if "node" in outcome:
        decoded["node"] = _node(outcome["node"])
    return decoded


def _node(node: _Json) -> _Json:
    if "array" not in node:
        return node
    array = node["array"]
    return {**node, "array": _statement(array, array["data_type"], array["shape"])}


def _meaning(means: _Json) -> _Json:
    fill_value = from_bytes(bytes.fromhex(means["fill_value"]), means["data_type"], ())
    return {**means, "fill_value": fill_value}
