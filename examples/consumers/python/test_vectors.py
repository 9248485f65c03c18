"""Runs the facts of an unpacked archive of vectors, one test a fact.

    ZARR_VECTORS=zarr-v3-vectors-0.1.0-edition-3.1 pytest

ZARR_RECEIPT=FILE writes the ids of the facts that were run, for `conform vectors audit FILE`.
"""

import json
import os
from pathlib import Path

import numpy
import pytest

import zarr_codecs as library

ROOT = Path(os.environ["ZARR_VECTORS"])
KINDS = ("chunk", "bad_chunk", "representation", "grid")

ARCHIVE = json.loads((ROOT / "manifest.json").read_text("utf-8"))
assert ARCHIVE.get("edition") == "3.1", f"{ROOT} is not an archive of edition 3.1"
FACTS = ARCHIVE["facts"]
# Open facts have outcomes in place of an answer; they are never failed.
TESTED = [id for id, it in FACTS.items() if it["kind"] in KINDS and it["level"] != "open"]
assert TESTED, f"{ROOT} has no facts"


def elements_of(it):
    """The elements in native byte order; they are given in little-endian order."""
    native = library.dtype(it["data_type"])
    elements = numpy.frombuffer(bytes.fromhex(it["elements"]), native.newbyteorder("<"))
    return elements.reshape(it["shape"]).astype(native)


def little_endian(array):
    return array.astype(array.dtype.newbyteorder("<")).tobytes(order="C").hex()


def chunk(it):
    encoded = library.encode(it["codecs"], it["data_type"], elements_of(it))
    # Where the encoding is free, `encoded` is one example.
    assert "free" in it or encoded.hex() == it["encoded"]
    for each in (bytes.fromhex(it["encoded"]), encoded):
        decoded = library.decode(it["codecs"], it["data_type"], it["shape"], each)
        assert list(decoded.shape) == it["shape"]
        assert little_endian(decoded) == it["elements"]


def bad_chunk(it):
    library.decode(it["codecs"], it["data_type"], it["shape"], bytes.fromhex(it["encoded"]))


def representation(it):
    *_, found = library.chain(it["codecs"], it["data_type"], it["shape"])
    if "refused" not in it:
        assert found == it["representations"]


def grid(it):
    found = library.grid_shape(it["array_shape"], it["chunk_shape"])
    if "refused" not in it:
        assert found == it["grid_shape"]
    for place in it.get("places", []):
        found = library.locate(place["coordinates"], it["chunk_shape"])
        assert found == (place["chunk"], place["within"])
    for each in it.get("chunks", []):
        assert library.origin(each["index"], it["chunk_shape"]) == each["origin"]
        for expected in each["keys"]:
            assert library.key(expected["chunk_key_encoding"], each["index"]) == expected["key"]


def run(it):
    """Does what the fact states; whatever is wrong raises."""
    check = globals()[it["kind"]]
    if "refused" not in it:
        return check(it)
    # A refusal is worth something only if the fact that differs in nothing but the mistake is accepted.
    run(FACTS[it["twin"]])
    try:
        check(it)
    except (library.Invalid, library.Unsupported):
        return
    raise AssertionError(f"accepted, although {it['refused']}")


@pytest.mark.parametrize("id", TESTED)
def test_fact(id):
    line, level = id, FACTS[id]["level"]
    try:
        run(FACTS[id])
    except library.Unsupported as lacking:
        line += " unsupported"
        pytest.skip(f"unsupported: {lacking}")
    except Exception as wrong:
        if level == "must":
            raise
        pytest.xfail(f"level {level}: {wrong}")
    finally:
        receipt(line)


def receipt(line):
    if file := os.environ.get("ZARR_RECEIPT"):
        with open(file, "a", encoding="utf-8") as receipts:
            print(line, file=receipts)
