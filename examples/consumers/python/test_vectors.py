"""Runs the facts of an unpacked archive of vectors, one test a fact.

    ZARR_VECTORS=zarr-v3-vectors-0.1.0-edition-3.1 pytest

ZARR_RECEIPT=FILE writes the ids of the facts that were run, for `conform vectors audit FILE`.
"""

import json
import os
from functools import cache
from pathlib import Path

import numpy
import pytest

import zarr_codecs as library

ROOT = Path(os.environ["ZARR_VECTORS"])
EDITION = "3.1"
KINDS = ("chunk", "bad_chunk", "representation", "grid")


@cache
def facts_of(file):
    return {fact["id"]: fact for fact in json.loads((ROOT / file).read_text("utf-8"))["facts"]}


ENTRIES = facts_of("manifest.json")
# Open facts have outcomes in place of an answer; they are never failed.
TESTED = [
    entry
    for entry in ENTRIES.values()
    if entry["kind"] in KINDS and entry["level"] != "open" and EDITION in entry["editions"]
]
assert TESTED, f"{ROOT} has no facts of edition {EDITION}"


def elements_of(statement, shape):
    """The elements in native byte order; they are given in little-endian order."""
    native = library.dtype(statement["data_type"])
    elements = numpy.frombuffer(bytes.fromhex(statement["elements"]), native.newbyteorder("<"))
    return elements.reshape(shape).astype(native)


def little_endian(array):
    return array.astype(array.dtype.newbyteorder("<")).tobytes(order="C").hex()


def chunk(it):
    encoded = library.encode(it["codecs"], it["data_type"], elements_of(it, it["shape"]))
    assert encoded.hex() == it["encoded"]
    decoded = library.decode(it["codecs"], it["data_type"], it["shape"], encoded)
    assert list(decoded.shape) == it["shape"]
    assert little_endian(decoded) == it["elements"]


def bad_chunk(it):
    library.decode(it["codecs"], it["data_type"], it["shape"], bytes.fromhex(it["encoded"]))


def representation(it):
    _, _, found = library.chain(it["codecs"], it["data_type"], it["shape"])
    if "refused" not in it:
        assert found == it["representations"]


def grid(it):
    found = library.grid_shape(it["array_shape"], it["chunk_shape"])
    if "refused" not in it:
        assert found == it["grid_shape"]
    for element in it.get("elements", []):
        found = library.locate(element["coordinates"], it["chunk_shape"])
        assert found == (element["chunk"], element["within"])
    for each in it.get("chunks", []):
        assert library.origin(each["index"], it["chunk_shape"]) == each["origin"]
        for expected in each["keys"]:
            assert library.key(expected["chunk_key_encoding"], each["index"]) == expected["key"]


def run(entry):
    """Does what the fact states; whatever is wrong raises."""
    statement = facts_of(entry["file"])[entry["id"]][entry["kind"]]
    kind = globals()[entry["kind"]]
    if "refused" not in statement:
        return kind(statement)
    # A refusal is worth something only if the fact that differs in the mistake alone is accepted.
    run(ENTRIES[entry["twin"]])
    try:
        kind(statement)
    except (library.Invalid, library.Unsupported):
        return
    raise AssertionError(f"accepted, although {statement['refused']}")


@pytest.mark.parametrize("entry", TESTED, ids=lambda entry: entry["id"])
def test_fact(entry):
    line = entry["id"]
    try:
        run(entry)
    except library.Unsupported as lacking:
        line += " unsupported"
        pytest.skip(f"unsupported: {lacking}")
    except Exception as wrong:
        if entry["level"] == "must":
            raise
        pytest.xfail(f"level {entry['level']}: {wrong}")
    finally:
        receipt(line)


def receipt(line):
    if file := os.environ.get("ZARR_RECEIPT"):
        with open(file, "a", encoding="utf-8") as receipts:
            print(line, file=receipts)
