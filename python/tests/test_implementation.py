"""``zarr_conform.tests``: functions of this process, judged without an adapter."""

import numpy
import pytest
import zarr_conform
from conftest import OFFERS, REFERENCE, VECTORS, Outcomes, finished, outcome, verdict
from zarr_conform import Elements, Implementation, Invalid, Node, Read, Region, Unsupported
from zarr_conform._answer import Answers
from zarr_conform._elements import to_bytes

MODULE = """
import os
import sys
import threading
import time
import zarr_conform
sys.path.insert(0, {here!r})
from library import Reference

def refuse(*_):
    raise ValueError("I cannot read")

class PanicException(BaseException):
    pass

def panic(*_):
    raise PanicException("out of bounds")

crashed = set()

def abort(*_):
    os.abort()

def crash(*_):
    crashed.add(threading.current_thread())
    raise PanicException("out of bounds")

def read(*arguments):
    if threading.current_thread() in crashed:
        open("asked-after-a-crash", "w").close()
    return reference.read(*arguments)

def hang(*_):
    time.sleep(600)

reference = Reference()
test_zarr = zarr_conform.tests(reference.implementation({more}), seed=7{options})
"""


def module(outcomes: Outcomes, more: str = "", options: str = "", small: bool = True) -> None:
    """A test module with the reference, of which something else is said."""
    if small:
        options += f", vectors={str(VECTORS)!r}"
    here = str(VECTORS.parents[2] / "python" / "tests")
    text = MODULE.format(here=here, more=more, options=options)
    outcomes.pytester.makepyfile(test_module=text)


def test_functions_are_judged_as_an_adapter_is(outcomes):
    module(outcomes)
    ran = outcomes.run()
    expected = finished(REFERENCE, "--vectors", str(VECTORS), "--seed", "7")
    assert {check: it["conform-verdict"] for check, it in ran.properties.items()} == {
        check: verdict(it) for check, it in expected.items()
    }
    assert ran.outcomes == {check: outcome(it) for check, it in expected.items()}
    assert ran.code == 0
    assert "test_module.py::test_zarr: reference 0.1.0 (Python), edition 3.1" in ran.text


def test_hierarchies_are_asked_as_of_an_adapter(outcomes):
    topics = ("core/hierarchy/*", "core/changes/*", "core/hierarchy-elements/*")
    module(outcomes, options=f", filter={topics!r}", small=False)
    ran = outcomes.run()
    filters = [f"--filter={it}" for it in topics]
    expected = finished(REFERENCE, "--seed", "7", *filters)
    assert len(expected) > 100
    assert {check: it["conform-verdict"] for check, it in ran.properties.items()} == {
        check: verdict(it) for check, it in expected.items()
    }
    assert ran.code == 0


def test_what_is_excluded_is_no_test(outcomes):
    module(outcomes, options=", filter='demo/chunks/*', exclude='*#{read,write,create,open}'")
    ran = outcomes.run()
    assert ran.outcomes and all("#encode" in it or "#decode" in it for it in ran.outcomes)


def test_an_exclusion_that_matches_nothing_is_a_warning(outcomes):
    module(outcomes, options=", filter='demo/chunks/*', exclude='demo/chunk/*'")
    ran = outcomes.run()
    assert 'no check of edition 3.1 matches --exclude "demo/chunk/*"' in ran.text
    assert (ran.named("failed"), ran.code) == ([], 0)


def test_who_ends_its_own_process_fails_a_check(outcomes):
    module(outcomes, "decode=abort", ", own_process=True")
    ran = outcomes.run()
    assert ran.properties["demo/chunks/zeros#decode"]["conform-verdict"] == "crash"
    assert ran.outcomes["demo/chunks/zeros#read"] == "passed"
    assert {ran.properties[it]["conform-verdict"] for it in ran.named("failed")} == {"crash"}


def test_an_answer_of_another_form_is_neither_a_refusal_nor_accepted(outcomes):
    module(outcomes, "decode=lambda *it: None")
    ran = outcomes.run()
    verdicts = {check: it["conform-verdict"] for check, it in ran.properties.items() if check.endswith("#decode")}
    assert verdicts["demo/chunks/too-short#decode"] == "protocol"
    assert {verdicts[it] for it in ran.named("failed")} == {"protocol"}
    assert "decode gave None, expected" in ran.text or "found elements of type NoneType" in ran.text


def test_what_a_library_prints_is_no_answer_of_its_own_process(outcomes):
    module(outcomes, "read=lambda *it: print('noise', flush=True) or reference.read(*it)", ", own_process=True")
    ran = outcomes.run()
    assert (ran.named("failed"), ran.code) == ([], 0)


def test_several_processes_come_to_the_same(outcomes):
    module(outcomes, "read=refuse")
    alone, several = outcomes.run(), outcomes.run("-n2")
    assert len(alone.named("failed")) > 5
    assert (several.outcomes, several.code) == (alone.outcomes, alone.code)
    assert several.messages == alone.messages


def test_an_exception_is_a_refusal_and_is_told(outcomes):
    module(outcomes, "read=refuse")
    ran = outcomes.run("test_module.py::test_zarr::demo/chunks/zeros#read")
    assert list(ran.outcomes) == ["demo/chunks/zeros#read"]
    told = ran.messages["demo/chunks/zeros#read"]
    assert "rejected-valid\n    demands " in told
    assert "found     refused as internal: ValueError: I cannot read" in told
    assert 'raise ValueError("I cannot read")' in told and "_answer.py" not in told
    assert "repeat    pytest 'test_module.py::test_zarr::demo/chunks/zeros#read'" in told
    assert "--impl" not in told


def test_a_panic_is_a_crash_as_it_is_of_an_adapter(outcomes):
    module(outcomes, "decode=panic")
    ran = outcomes.run()
    # One is refused by the reference, and one is read.
    for check in ("demo/chunks/too-short#decode", "demo/chunks/zeros#decode"):
        assert ran.properties[check]["conform-verdict"] == "crash"
        assert "PanicException: out of bounds" in ran.messages[check]
        assert 'raise PanicException("out of bounds")' in ran.messages[check]
    assert ran.outcomes["demo/chunks/zeros#read"] == "passed"


def test_a_thread_that_crashed_is_asked_nothing_more(outcomes):
    module(outcomes, "decode=crash, read=read")
    ran = outcomes.run()
    assert ran.properties["demo/chunks/zeros#decode"]["conform-verdict"] == "crash"
    assert ran.outcomes["demo/chunks/zeros#read"] == "passed"
    assert not (outcomes.pytester.path / "asked-after-a-crash").exists()


def test_a_function_that_never_returns_costs_its_check(outcomes):
    module(outcomes, "grid=hang", ", timeout=1")
    ran = outcomes.run()
    failed = ran.named("failed")
    assert failed and all("#grid" in check for check in failed)
    assert {ran.properties[check]["conform-verdict"] for check in failed} == {"timeout"}
    assert ran.outcomes["demo/chunks/zeros#read"] == "passed"
    assert "The run ended early" not in ran.text


def test_what_is_left_out_is_not_offered(outcomes):
    more = "create=None, encode=None, decode=None, grid=None, without_data_types=['int16']"
    module(outcomes, more)
    ran = outcomes.run()
    assert ran.messages["demo/chunks/zeros#decode"] == "the implementation does not offer decode"
    assert ran.messages["demo/chunks/int16-big#read"].startswith("unsupported: hello: data type int16")
    assert ran.outcomes["demo/chunks/zeros#read"] == "passed"


def test_known_failures_are_found_beside_the_module(outcomes):
    folder = outcomes.pytester.mkdir("below")
    module(outcomes, "read=refuse", ", known_failures='expected.toml', filter='demo/chunks/zeros'")
    (outcomes.pytester.path / "test_module.py").rename(folder / "test_module.py")
    entry = "[[failure]]\ncheck = 'demo/chunks/zeros#{read,write}'\nverdict = 'rejected-valid'\nreason = 'known'\n"
    (folder / "expected.toml").write_text(OFFERS + entry)
    ran = outcomes.run()
    assert (ran.code, ran.counts) == (0, {"passed": 3, "xfailed": 2})
    (folder / "expected.toml").write_text("nonsense")
    ran = outcomes.run()
    assert ran.code == 2 and "expected.toml" in ran.text


def test_no_check_is_an_error(outcomes):
    module(outcomes, options=", filter=['nothing*', 'none']")
    ran = outcomes.run()
    assert ran.code == 2
    assert "test_zarr: no check of edition 3.1 matches these filters:" in ran.text
    assert "(selected by --filter=nothing* --filter=none)" in ran.text


def test_an_implementation_is_not_a_test(outcomes):
    outcomes.pytester.makepyfile(
        """
        from zarr_conform import Implementation, Tests, tests
        test_mine = Implementation("mine", "1", open=print)
        """
    )
    ran = outcomes.run()
    assert ran.code == 2
    assert "expected zarr_conform.tests(test_mine)" in ran.text


def test_both_ways_in_one_session(outcomes):
    module(outcomes, options=", filter='demo/chunks/zeros'")
    ran = outcomes.run(
        f"--conform={REFERENCE}", f"--conform-vectors={VECTORS}", "--conform-filter=demo/chunks/cycle"
    )
    assert (ran.code, ran.counts) == (0, {"passed": 8})
    assert "= conform: " in ran.text and "test_module.py::test_zarr: reference" in ran.text


@pytest.mark.parametrize(
    "arguments, error, told",
    [
        ({}, ValueError, "found no function, expected at least one of open, read"),
        ({"open": 1}, TypeError, "found 1 as open, expected a function"),
        ({"open": print, "edition": "4"}, ValueError, "expected one of draft, 3.0, 3.1"),
        ({"open": print, "without_codecs": "gzip"}, TypeError, "expected a list of names"),
        ({"open": print, "takes": ["where"]}, ValueError, "expected a list of some of path, through, consolidated"),
        ({"takes": ["path"]}, ValueError, "found no function"),
    ],
)
def test_what_is_no_implementation(arguments, error, told):
    with pytest.raises(error, match=told.replace("[", "\\[")):
        Implementation("a", "1", **arguments)


def test_only_an_implementation_has_tests():
    with pytest.raises(TypeError, match="expected an Implementation"):
        zarr_conform.tests(print)  # type: ignore[arg-type]


def answer(request, **functions):
    kept = Answers(Implementation("a", "1", **functions))
    return kept.answer({"id": 3, **request}), kept.tracebacks


def raising(error):
    def function(*_):
        raise error

    return function


@pytest.mark.parametrize(
    "error, rule, expected",
    [
        (Invalid("bad"), None, {"kind": "invalid", "message": "bad"}),
        (Unsupported("not there"), None, {"kind": "unsupported", "message": "not there"}),
        (KeyError("x"), None, {"kind": "internal", "message": "KeyError: 'x'"}),
        (AssertionError(), None, {"kind": "internal", "message": "AssertionError"}),
        (Invalid(), None, {"kind": "invalid", "message": "Invalid"}),
        (ValueError("v"), lambda _: "invalid", {"kind": "invalid", "message": "ValueError: v"}),
        (Unsupported("u"), lambda _: "invalid", {"kind": "unsupported", "message": "u"}),
        (
            ValueError("v"),
            lambda _: "odd",
            {
                "kind": "internal",
                "message": "ValueError: error_kind gave 'odd', expected one of invalid, unsupported, internal",
            },
        ),
        (ValueError("v"), raising(OSError("o")), {"kind": "internal", "message": "OSError: o"}),
    ],
)
def test_kinds_of_errors(error, rule, expected):
    given, tracebacks = answer({"op": "open", "store": "s"}, open=raising(error), error_kind=rule)
    assert given == {"id": 3, "error": expected}
    assert "Traceback" in tracebacks[expected["message"]]


class PanicException(BaseException):
    """As pyo3 has it: a panic of Rust is not an ``Exception``."""


@pytest.mark.parametrize("error", [PanicException("out of bounds"), SystemExit(3)])
def test_what_ends_an_adapter_is_a_crash(error):
    for functions in ({"open": raising(error)}, {"open": raising(ValueError()), "error_kind": raising(error)}):
        given, tracebacks = answer({"op": "open", "store": "s"}, **functions)
        message = f"{type(error).__name__}: {error}"
        assert given == {"id": 3, "crash": message}
        assert "Traceback" in tracebacks[message]


@pytest.mark.parametrize(
    "operation, gives, request_, told",
    [
        ("open", None, {}, "open gave None, expected the data type and the shape"),
        ("read", Read(regions=[]), {}, "expected elements, since no regions are asked for"),
        ("read", [], {"regions": [{"start": [0], "shape": [1]}]}, "expected a list of 1 regions"),
        ("read", "text", {}, "found elements of type str, expected an array or bytes"),
        ("read", numpy.array([None]), {}, "found elements of dtype object, expected numbers or bytes"),
        (
            "encode",
            "text",
            {"data_type": "int8", "shape": [0], "codecs": [], "elements": ""},
            "expected bytes",
        ),
        (
            "grid",
            3,
            {"array_shape": [], "chunk_shape": [], "elements": [], "chunks": []},
            "grid gave int, expected a GridAnswer",
        ),
    ],
)
def test_what_functions_must_not_give(operation, gives, request_, told):
    rule = {"error_kind": lambda _: "invalid"}
    given, _ = answer({"op": operation, "store": "s", **request_}, **{operation: lambda *_: gives}, **rule)
    # A mistake of the test is a malformed answer, and neither a refusal of the library nor an acceptance.
    assert told in given["ok"]


@pytest.mark.parametrize(
    "operation, members, takes, called",
    [
        ("open", {"path": "/a"}, ["path"], ((), {"path": "/a"})),
        ("open", {"path": "/a"}, [], ((), {})),
        ("walk", {"consolidated": "never"}, ["consolidated"], ((), {"consolidated": "never"})),
        ("node", {"path": "/a", "through": "/"}, ["path", "through"], (("/a",), {"through": "/"})),
        ("delete", {"path": "/a"}, [], (("/a",), {})),
        ("set_attributes", {"path": "/", "attributes": {"b": 1}}, [], (("/", {"b": 1}), {})),
    ],
)
def test_what_functions_of_hierarchies_get(operation, members, takes, called):
    seen = []

    def function(store, *arguments, **more):
        seen.append((arguments, more))

    answer({"op": operation, "store": "s", **members}, **{operation: function, "takes": takes})
    assert seen == [called]


@pytest.mark.parametrize(
    "operation, gives, expected",
    [
        ("node", None, {"node_type": None}),
        ("node", Node("group"), {"node_type": "group"}),
        ("node", ("array", {"a": 1}), {"node_type": "array", "attributes": {"a": 1}}),
        ("children", {"a": "array"}, {"children": {"a": "array"}}),
        ("children", None, {"children": None}),
        ("walk", {"/": "group"}, {"nodes": {"/": "group"}}),
    ],
)
def test_what_functions_of_hierarchies_give(operation, gives, expected):
    given, _ = answer({"op": operation, "store": "s", "path": "/"}, **{operation: lambda *_: gives})
    assert given == {"id": 3, "ok": expected}


def test_an_operation_that_is_not_offered_is_unsupported():
    for operation in ("read", "zc-1234"):
        given, _ = answer({"op": operation, "store": "s"}, open=print)
        assert given["error"] == {"kind": "unsupported", "message": f"no operation {operation!r}"}


def test_long_bytes_travel_by_file(tmp_path):
    long = bytes(range(256)) * 4096
    (tmp_path / "given").write_bytes(long)
    request = {
        "op": "decode",
        "data_type": "uint8",
        "shape": [len(long)],
        "codecs": [],
        "encoded_file": str(tmp_path / "given"),
        "answer_file": str(tmp_path / "answer"),
    }
    given, _ = answer(request, decode=lambda chunk, encoded: encoded)
    assert given == {"id": 3, "ok": {"elements_file": str(tmp_path / "answer")}}
    assert (tmp_path / "answer").read_bytes() == long
    del request["encoded_file"]
    given, _ = answer({**request, "encoded": "0102"}, decode=lambda chunk, encoded: encoded)
    assert given == {"id": 3, "ok": {"elements": "0102"}}


@pytest.mark.parametrize(
    "elements, expected",
    [
        (numpy.array([1, -2], ">i2"), "0100feff"),
        (numpy.array([[1, 2], [3, 4]], "u1").T, "01030204"),
        (numpy.array([True, False]), "0100"),
        (numpy.array(1 + 2j, ">c8"), "0000803f00000040"),
        (numpy.array([0x0100A07F], ">u4").view(">f4").byteswap(), "0100a07f"),
        (numpy.frombuffer(b"\1\2\3\4", "V2"), "01020304"),
        (b"\1\2", "0102"),
        (memoryview(b"\1\2"), "0102"),
    ],
)
def test_elements_become_little_endian_bytes_in_c_order(elements, expected):
    assert to_bytes(elements).hex() == expected


def test_elements_become_arrays():
    array = Elements(b"\1\0\2\0").numpy("int16", [2, 1])
    assert array.tolist() == [[1], [2]] and not array.flags.writeable
    assert Elements(b"\1\0").numpy(numpy.dtype(">i2"), ()).tolist() == 1
    assert Elements(b"\1\0\2\0").numpy("r16", [2]).tobytes() == b"\1\0\2\0"
    with pytest.raises(ValueError):
        Elements(b"\1\0\2\0").numpy("int16", [3])


def test_a_region_is_an_index():
    assert Region((1, 0), (2, 3)).slices == (slice(1, 3), slice(0, 3))
