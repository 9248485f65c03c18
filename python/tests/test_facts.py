"""``zarr_conform.facts``: what the suite knows, as Python data."""

import base64
import json
import subprocess
import sys

import numpy
import pytest
import zarr_conform
from conftest import CONFORM, VECTORS
from zarr_conform import facts, write_store
from zarr_conform._elements import dtype_of
from zarr_conform._glob import compile_glob


@pytest.fixture(scope="module")
def manifest():
    """The same facts, as the program prints them."""
    return json.loads(subprocess.check_output([CONFORM, "vectors", "manifest"]))["facts"]


def is_raw_bits(data_type):
    return isinstance(data_type, str) and data_type.startswith("r")


def test_all_facts_of_an_edition_are_there(manifest):
    for edition in ("draft", "3.0", "3.1"):
        expected = [name for name, fact in manifest.items() if edition in fact["editions"]]
        assert [fact["id"] for fact in facts(edition=edition)] == expected
    assert len(facts()) > 4000


def digits(elements):
    """Those of facts: a list of them where elements have different numbers of bytes."""
    if isinstance(elements, list):
        return [it.hex() for it in elements]
    return (elements if isinstance(elements, bytes) else elements.tobytes()).hex()


def test_elements_are_those_of_the_manifest(manifest):
    kinds = set()
    for fact in facts("*"):
        stated = manifest[fact["id"]]
        kinds.add(fact["kind"])
        if "elements" in stated:
            elements = fact["elements"]
            is_raw = is_raw_bits(fact["data_type"])
            assert is_raw == isinstance(elements, bytes), fact["id"]
            assert digits(elements) == stated["elements"], fact["id"]
            assert not hasattr(elements, "shape") or list(elements.shape) == fact["shape"], fact["id"]
        for member in ("encoded", "chunk", "zarr_json_bytes"):
            assert (member in fact) == (member in stated)
            assert member not in stated or fact[member].hex() == stated[member]
        for member in ("comment", "requirements", "level", "codecs", "values", "refused", "zarr_json"):
            assert fact.get(member) == stated.get(member)
    assert kinds == {"chunk", "representation", "bad_chunk", "grid", "metadata", "array", "hierarchy"}


def test_parts_have_arrays_too(manifest):
    regions = written = updates = then = 0
    for fact in facts(kind="array"):
        stated = manifest[fact["id"]]
        for region, at in zip(fact.get("regions", []), stated.get("regions", [])):
            elements = region["elements"]
            assert digits(elements) == at["elements"]
            assert not hasattr(elements, "shape") or list(elements.shape) == region["shape"]
            regions += 1
        for chunk, at in zip(fact.get("written", []), stated.get("written", [])):
            assert chunk.get("encoded", b"").hex() == at.get("encoded", "")
            if "elements" in chunk:
                assert digits(chunk["elements"]) == at["elements"]
                written += 1
        if "update" in fact:
            region = fact["update"]["region"]["elements"]
            assert digits(region) == stated["update"]["region"]["elements"]
            assert len(fact["update"].get("then", [])) == len(stated["update"].get("then", []))
            for region, at in zip(fact["update"].get("then", []), stated["update"].get("then", [])):
                elements = region["elements"]
                assert digits(elements) == at["elements"]
                assert not hasattr(elements, "shape") or list(elements.shape) == region["shape"]
                then += 1
            assert all("encoded" in it or "elements" in it for it in fact["update"]["written"])
            updates += 1
    assert regions > 100 and written > 100 and updates > 100 and then > 10
    for fact in facts(kind="metadata"):
        meanings = [fact["means"]] if "means" in fact else []
        meanings += [it["means"] for it in fact.get("outcomes", []) if "means" in it]
        for means in meanings:
            if dtype_of(means["data_type"]) is not None:
                assert means["fill_value"].shape == ()
    open_chunk = next(it for it in facts(kind="bad_chunk") if "elements" in it.get("outcomes", [{}])[0])
    assert list(open_chunk["outcomes"][0]["elements"].shape) == open_chunk["shape"]


def test_values_agree_with_elements():
    fact = next(it for it in facts("bytes/*", kind="chunk") if it["data_type"] == "int16" and "values" in it)
    assert fact["elements"].ravel().tolist() == fact["values"]
    for data_type, dtype in [("complex64", "<c8"), ("bool", "?"), ("float16", "<f2"), ("uint64", "<u8"), ("bfloat16", "<u2"), ("int4", "u1"), ("float8_e5m2", "u1"),
                             ("complex_float16", "<f2,<f2"), ("complex_float32", "<c8"), ("complex_float4_e2m1fn", "u1,u1")]:
        some = next(it for it in facts(kind="chunk") if it["data_type"] == data_type)
        assert some["elements"].dtype == numpy.dtype(dtype)
    times = next(it for it in facts("*/datetime64-numbers-big", kind="chunk"))
    assert times["elements"].dtype.kind == "M"
    assert numpy.isnat(times["elements"]).tolist() == [it == "NaT" for it in times["values"]]
    strings = next(it for it in facts("*/beyond-16-bits-big", kind="chunk"))
    assert strings["elements"].dtype == numpy.dtype("<U3")
    assert strings["elements"].tolist() == strings["values"]


def test_elements_of_different_numbers_of_bytes_are_a_list():
    chunk = next(it for it in facts("vlen-utf8/elements/nul"))
    assert chunk["elements"] == [it.encode() for it in chunk["values"]]
    outcomes = next(it for it in facts("vlen-utf8/damaged/count-0"))["outcomes"]
    assert [it["elements"] for it in outcomes if "elements" in it] == [[b"a", b"", "\u00e9".encode()]]
    array = next(it for it in facts("vlen-utf8/stores/border"))
    assert all(isinstance(it, bytes) for it in array["elements"])
    document = next(it for it in facts("data-types/string/name"))
    assert document["means"]["fill_value"] == b"foo"
    chunk = next(it for it in facts("vlen-bytes/elements/not-utf-8"))
    assert chunk["elements"] == [base64.b64decode(it) for it in chunk["values"]]
    document = next(it for it in facts("data-types/bytes/name"))
    assert document["means"]["fill_value"] == b"\1\2\3"


def test_globs_select_ids():
    assert {it["id"].split("/")[0] for it in facts("transpose/*")} == {"transpose"}
    assert all("/" in it["id"] for it in facts("{transpose,bytes}/*"))
    assert {it["kind"] for it in facts("transpose/*", kind="chunk")} == {"chunk"}
    pattern = compile_glob("a/{b,c{d,e}}?[xy]*")
    matching = ["a/b-x", "a/cd-y/z", "a/ce-x"]
    assert [it for it in [*matching, "a/c-x", "a/b-z", "za/b-x"] if pattern.match(it)] == matching


@pytest.mark.parametrize(
    "arguments, error, told",
    [
        ({"glob": "nothing*"}, LookupError, "no fact of edition 3.1 matches 'nothing*'"),
        (
            {"kind": "grid", "glob": "bytes/*"},
            LookupError,
            "no fact of kind grid of edition 3.1 matches 'bytes/*'",
        ),
        ({"edition": "4"}, ValueError, "found edition '4', expected one of draft, 3.0, 3.1"),
        ({"vectors": "/no/such/folder"}, ValueError, "/no/such/folder"),
    ],
)
def test_what_finds_nothing_is_an_error(arguments, error, told):
    with pytest.raises(error) as caught:
        facts(**arguments)
    assert told in str(caught.value)


def test_what_a_caller_changes_is_its_own():
    fact = facts("transpose/chains/three")[0]
    fact["codecs"].clear()
    fact["shape"][0] = 99
    with pytest.raises(ValueError):
        fact["elements"][...] = 0
    again = facts("transpose/chains/three")[0]
    assert again["codecs"] and again["shape"][0] != 99


def test_a_store_is_written(tmp_path):
    fact = facts("demo/arrays/border", vectors=VECTORS)[0]
    assert fact["kind"] == "array"
    write_store(fact, tmp_path / "a.zarr")
    stored = VECTORS / "demo" / "border"
    for file in stored.rglob("*"):
        if file.is_file():
            assert (tmp_path / "a.zarr" / file.relative_to(stored)).read_bytes() == file.read_bytes()
    assert "store" not in fact and "npy" not in fact
    with pytest.raises(FileExistsError):
        write_store(fact, tmp_path / "a.zarr")


def test_without_numpy_elements_are_bytes():
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import zarr_conform\n"
        "fact, = zarr_conform.facts('transpose/chains/three')\n"
        "print(type(fact['elements']).__name__, fact['elements'].hex())"
    )
    told = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert told == ["bytes", facts("transpose/chains/three")[0]["elements"].tobytes().hex()]


def test_nothing_is_imported_that_is_not_used():
    code = "import sys, zarr_conform, zarr_conform.pytest_plugin; print('numpy' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"


def test_every_exported_name_is_there():
    for name in zarr_conform.__all__:
        assert getattr(zarr_conform, name) is not None


def test_what_must_hold_has_an_answer():
    for fact in facts("*", kind="chunk", level="must"):
        assert fact["level"] == "must" and fact["encoded"] is not None
    with pytest.raises(LookupError, match="at level should"):
        facts("transpose/chains/three", level="should")
    with pytest.raises(ValueError, match="found level 'MUST', expected one of must, should, may, open"):
        facts("*", level="MUST")
    with pytest.raises(ValueError, match="found kind 'chunks', expected one of chunk, representation, bad_chunk, "):
        facts("*", kind="chunks")


def test_a_member_that_is_not_there_says_why():
    fact = next(it for it in facts("*", kind="chunk", level="open") if "encoded" not in it)
    with pytest.raises(KeyError, match="it is open, and `outcomes` has what each reading gives"):
        fact["encoded"]
