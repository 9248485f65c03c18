"""``pytest --conform COMMAND``: each check is a test."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import (
    LATER,
    OFFERS,
    REFERENCE,
    VECTORS,
    Outcomes,
    adapter,
    finished,
    outcome,
    small,
    verdict,
)
from zarr_conform._items import Check

# How many checks the facts of the fixtures give.
CHECKS = 62
GRID = "demo/arrays/grid#grid"
REFUSES = adapter("refuse", '"op":"grid","array_shape":[5')


def conform(implementation: str, *more: str) -> list:
    return ["--conform", implementation, *small(*more)]


def expecting(path: Path, *entries: str) -> str:
    """A list of known failures: lines of an entry each."""
    file = path / "expected.toml"
    file.write_text(OFFERS + "".join(f"[[failure]]\n{entry}\nreason = 'the reason'\n" for entry in entries))
    return f"--conform-expect={file}"


LISTED = f"check = '{GRID}'\nverdict = 'rejected-valid'"


@pytest.mark.parametrize("implementation", [REFERENCE, REFUSES, adapter("lacks-int16")])
def test_each_check_is_a_test_with_the_verdict_of_conform(outcomes, implementation):
    ran = outcomes.run(*conform(implementation))
    expected = finished(implementation, "--vectors", str(VECTORS), "--seed", "7", "--jobs", "1")
    assert len(expected) > 50
    found = {check: it["conform-verdict"] for check, it in ran.properties.items()}
    assert found == {check: verdict(it) for check, it in expected.items()}
    assert ran.outcomes == {check: outcome(it) for check, it in expected.items()}
    assert f"collected {len(expected)} items" in ran.text
    assert ran.code == (1 if "failed" in ran.outcomes.values() else 0)


def test_a_failure_says_all_that_is_known_and_has_no_traceback(outcomes):
    implementation = f"{REFERENCE} --misread order-inverted"
    ran = outcomes.run("--conform", implementation, "--conform-filter", "transpose/chains/*")
    assert (ran.code, ran.counts) == (1, {"failed": 32, "passed": 4})
    told = ran.messages["transpose/chains/three#read"]
    for part in (
        "demands   transpose.encoded-elements: The element at a position",
        "looks for a library that applies ",
        "given     a chunk of int16",
        "expected  the chunk: elements",
        "found     elements",
        "first     at (",
        "as if     order is applied inverted",
        "--check 'transpose/chains/three#read'",
    ):
        assert part in told, part
    assert "Traceback" not in ran.text and "zarr_conform/" not in ran.text
    assert "conform: zarr-conform reference, misread: order-inverted" in ran.text
    assert "as if order is applied inverted" in ran.text.split("= conform:")[1]


def test_what_is_only_recommended_is_no_failure(outcomes):
    # What the adapter says it lacks, it has.
    ran = outcomes.run(
        *conform(adapter("lacks-int16"), "--conform-filter=*/claims", "--conform-filter=*/denied*")
    )
    check = "honesty/denied-data-types#read"
    assert (ran.code, ran.named("xfailed")) == (0, [check])
    assert ran.messages[check].startswith("against a recommendation: expected")
    assert ran.properties[check]["conform-verdict"] == "false-claim"


def test_nothing_looks_where_in_the_plugin_an_xfail_came_from():
    with pytest.raises(pytest.xfail.Exception) as info:
        pytest.xfail("the reason")
    assert Check.repr_failure(object(), info) == "the reason"


def test_what_takes_its_time_is_said_once_in_a_log(outcomes):
    ran = outcomes.run(*conform(REFERENCE))
    assert ran.text.count(f"conform: judging {CHECKS} checks") == 1


def test_a_filter_without_a_check_names_what_is_near(outcomes):
    ran = outcomes.run(*conform(REFERENCE, "--conform-filter=demo/chnks/*"))
    assert ran.code == 4
    assert "near it: demo/chunks/*, demo/arrays/* (selected by --filter=demo/chnks/*)" in ran.errors


def test_what_is_left_open_passes_and_is_told(outcomes):
    ran = outcomes.run(*conform(REFERENCE, "-rP"))
    assert ran.outcomes["demo/chunks/raw-big#read"] == "passed"
    seen = ran.properties["demo/chunks/raw-big#read"]["conform-seen"]
    assert seen.startswith("the specification leaves it open; seen: ")
    assert seen in ran.text
    assert "conform-seen" not in ran.properties[GRID]


def test_what_is_not_judged_is_skipped_with_its_reason(outcomes):
    ran = outcomes.run(*conform(adapter("lacks-int16"), "-rs"))
    assert (
        ran.messages["demo/chunks/int16-big#read"] == "unsupported: hello: data type int16 is not supported"
    )
    assert "unsupported: hello: data type int16 is not supported" in ran.text


def test_a_listed_failure_is_an_xfail(outcomes, tmp_path):
    ran = outcomes.run(*conform(REFUSES, expecting(tmp_path, LISTED)))
    assert ran.code == 0, ran.text
    assert ran.named("xfailed") == [GRID]
    assert ran.messages[GRID].startswith("the reason: known failure: expected")
    assert ran.outcomes["known-failures"] == "passed"
    # As if it were not marked.
    ran = outcomes.run(*conform(REFUSES, expecting(tmp_path, LISTED), "--runxfail"))
    assert (ran.code, ran.named("failed")) == (1, [GRID])


@pytest.mark.parametrize(
    "entry, failing, told",
    [
        ("check = 'demo/chunks/zeros#read'\nverdict = 'crash'", "demo/chunks/zeros#read", "passes now"),
        ("check = 'gone/*'\nverdict = 'crash'", "known-failures", "matches no check"),
    ],
)
def test_a_list_is_strict(outcomes, tmp_path, entry, failing, told):
    ran = outcomes.run(*conform(REFUSES, expecting(tmp_path, LISTED, entry)))
    assert (ran.code, ran.named("failed")) == (1, [failing])
    assert told in ran.messages[failing]


def test_a_listed_check_must_fail_as_listed(outcomes, tmp_path):
    listed = f"check = '{GRID}'\nverdict = 'crash'"
    ran = outcomes.run(*conform(REFUSES, expecting(tmp_path, listed)))
    assert (ran.code, ran.named("failed")) == (1, [GRID])
    assert "is listed as crash on line 6, but fails (rejected-valid)" in ran.messages[GRID]
    assert "demands" in ran.messages[GRID]


def test_a_skip_that_nothing_explains_must_be_listed(outcomes, tmp_path):
    check = "demo/arrays/grid-of-another-rank#grid"
    ran = outcomes.run(*conform(REFUSES, expecting(tmp_path)), f"conform::{check}")
    assert (ran.code, ran.named("failed")) == (1, [check])
    assert f"{check} is skipped and is not listed" in ran.messages[check]
    # Its twin explains it.
    ran = outcomes.run(*conform(REFUSES, expecting(tmp_path, LISTED)), f"conform::{check}")
    assert (ran.code, ran.named("skipped")) == (0, [check])


def test_what_a_list_offers_must_be_offered(outcomes, tmp_path):
    (tmp_path / "expected.toml").write_text("offers = ['read']\n")
    ran = outcomes.run(*conform(REFERENCE, f"--conform-expect={tmp_path / 'expected.toml'}"))
    assert (ran.code, ran.named("failed")) == (1, ["known-failures"])
    # It can be run by itself.
    ran = outcomes.run(
        *conform(REFERENCE, f"--conform-expect={tmp_path / 'expected.toml'}"), "conform::known-failures"
    )
    assert (ran.code, ran.counts) == (1, {"failed": 1})


@pytest.mark.parametrize("mode, verdict", [("crash", "crash"), ("hang", "timeout"), ("garbage", "protocol")])
def test_a_fault_costs_its_check(outcomes, mode, verdict):
    trigger = '"op":"encode","data_type":"int16","shape":[2,3],"codecs":[{"name":"bytes"'
    timeout = ["--conform-timeout=2"] if mode == "hang" else []
    ran = outcomes.run(*conform(adapter(mode, trigger), *timeout))
    found = {it["conform-verdict"] for name, it in ran.properties.items() if ran.outcomes[name] == "failed"}
    assert found == {verdict}
    assert len(ran.named("passed")) > 50


@pytest.mark.parametrize(
    "arguments, told",
    [
        (["--conform", "./no/such/program"], "no/such/program"),
        (["--conform", ""], "empty command line"),
        (["--conform", adapter("exits-at-start")], "no such library"),
        (["--conform", adapter("bad-hello")], "found protocol 2, expected 1"),
        (conform(REFERENCE, "--conform-filter=nothing*"), "(selected by --filter=nothing*)"),
        (conform(REFERENCE, "--conform-filter=a["), "a["),
        (conform(REFERENCE, "--conform-edition=4"), "--edition"),
        (conform(REFERENCE, "--conform-timeout=0"), "above 0"),
        (conform(REFERENCE, "--conform-check=demo/chunks/zeroes"), "near it: demo/chunks/zeros"),
        (conform(REFERENCE, "--conform-expect=/no/such/file"), "/no/such/file"),
        (["--conform", REFERENCE, "--conform-vectors=/no/such/folder"], "/no/such/folder"),
        (conform(REFERENCE, "conform::demo/nothing"), "not found: conform::demo/nothing"),
        (["--conform-filter=x"], "--conform-filter needs --conform COMMAND"),
        (["--conform-expect=x"], "--conform-expect needs --conform COMMAND"),
    ],
)
def test_what_cannot_be_run_is_a_usage_error(outcomes, arguments, told):
    ran = outcomes.run(*arguments)
    assert ran.code == 4
    assert told in ran.text + ran.errors
    assert "Traceback" not in ran.text + ran.errors


def test_a_malformed_list_is_a_usage_error(outcomes, tmp_path):
    (tmp_path / "expected.toml").write_text("offers = 1")
    ran = outcomes.run(*conform(REFERENCE, f"--conform-expect={tmp_path / 'expected.toml'}"))
    assert ran.code == 4 and "expected.toml" in ran.text + ran.errors


def test_an_early_end_is_no_success(outcomes):
    ran = outcomes.run(*conform(adapter("crash", '"op"')))
    assert ran.code == 1
    reasons = [ran.messages[it] for it in ran.named("failed")]
    assert any("the run ended before this check" in it for it in reasons), reasons
    assert "passed" not in ran.outcomes.values()
    assert "The run ended early" in ran.text


def test_nothing_that_passes_is_no_success(outcomes):
    ran = outcomes.run(*conform(adapter("offers-nothing"), "--conform-filter=demo/*"))
    assert ran.named("failed") == []
    assert ran.code == 1
    assert "No required check passed, so this run fails." in ran.text
    # A selected part may include what is skipped.
    assert outcomes.run(*conform(adapter("offers-nothing")), "-k", "zeros").code == 0


def test_checks_are_chosen_as_other_tests_are(outcomes):
    def names(*arguments: str) -> set:
        return set(outcomes.run(*conform(REFERENCE), *arguments).outcomes)

    zeros = {f"demo/chunks/zeros#{it}" for it in ("encode", "decode", "read", "write")}
    assert names("-k", "zeros") == zeros
    assert names("conform::demo/chunks/zeros") == zeros
    assert names("conform::demo/chunks/zeros#read") == {"demo/chunks/zeros#read"}
    assert names("--conform-filter=*/zeros") == zeros
    assert names("--conform-check=demo/chunks/zeros#read") == {"demo/chunks/zeros#read"}
    assert names("conform::demo/chunks", "-k", "not zeros") == names("conform::demo/chunks") - zeros
    assert names("--deselect=conform::demo") == {it for it in names() if it.startswith("honesty/")}
    shares = [names(f"--conform-partition={it}/2") for it in (1, 2)]
    assert shares[0] | shares[1] == names() and not shares[0] & shares[1]
    assert outcomes.run(*conform(REFERENCE), "-k", "nothing").code == 5


def test_only_what_is_chosen_is_judged_and_in_one_run(outcomes, tmp_path):
    starts = tmp_path / "starts"
    ran = outcomes.run(*conform(adapter("crash", LATER, starts)), "-k", "zeros and read")
    assert (ran.code, ran.counts) == (0, {"passed": 1, "deselected": CHECKS - 1})
    # One to ask for the edition, one to judge.
    assert starts.read_text() == "started\n" * 2


def test_what_failed_last_and_the_first_failure(outcomes):
    ran = outcomes.run(*conform(adapter("refuse", LATER)))
    failed = ran.named("failed")
    assert len(failed) > 2
    assert outcomes.run(*conform(adapter("refuse", LATER)), "--lf").named("failed") == failed
    ran = outcomes.run(*conform(adapter("refuse", LATER)), "-x")
    assert ran.named("failed") == failed[:1] and len(ran.outcomes) < CHECKS
    ran = outcomes.run(*conform(REFERENCE), "--lf")
    assert list(ran.outcomes) == failed and ran.code == 0


def test_files_stand_beside_checks(outcomes):
    outcomes.pytester.makepyfile(test_other="def test_other(): pass")
    assert len(outcomes.run(*conform(REFERENCE)).outcomes) == CHECKS + 1
    assert set(outcomes.run(*conform(REFERENCE), "test_other.py").outcomes) == {"test_other"}
    assert len(outcomes.run(*conform(REFERENCE), "conform").outcomes) == CHECKS
    both = outcomes.run(*conform(REFERENCE), "conform::demo/chunks/zeros#read", "test_other.py")
    assert set(both.outcomes) == {"demo/chunks/zeros#read", "test_other"}
    assert set(outcomes.run().outcomes) == {"test_other"}


def test_the_tree_has_documents_and_topics(outcomes):
    ran = outcomes.run(*conform(REFERENCE), "--collect-only", "conform::demo/chunks/zeros")
    lines = [line.strip() for line in ran.text.splitlines() if line.strip().startswith("<")]
    assert lines[-7:] == [
        "<Checks conform>",
        "<Group demo>",
        "<Group demo/chunks>",
        *(f"<Check demo/chunks/zeros#{it}>" for it in ("encode", "decode", "read", "write")),
    ]


@pytest.mark.parametrize("implementation", [REFUSES, f"{REFERENCE} --edition 3.0"])
def test_several_processes_come_to_the_same_in_one_run(outcomes, tmp_path, implementation):
    outcomes.pytester.makepyfile(test_other="def test_other(): pass")
    alone = outcomes.run(*conform(implementation))
    several = outcomes.run(*conform(implementation), "-n2")
    assert several.outcomes == alone.outcomes and several.code == alone.code
    assert several.messages == alone.messages
    assert "= conform: " in several.text
    zeros = outcomes.run(*conform(implementation), "-n2", "conform::demo/chunks/zeros")
    assert len(zeros.outcomes) == 4
    assert set(outcomes.run(*conform(implementation), "-n2", "test_other.py").outcomes) == {"test_other"}


def test_several_processes_start_an_adapter_once(outcomes, tmp_path):
    starts = tmp_path / "starts"
    ran = outcomes.run(*conform(adapter(starts=starts)), "-n2")
    assert ran.counts == {"passed": CHECKS}
    assert starts.read_text() == "started\n" * 2
    ran = outcomes.run("--conform", "./no/such/program", "-n2")
    assert ran.code == 4


def test_stores_of_failed_checks_are_kept(outcomes, tmp_path):
    implementation = adapter("refuse", '"op":"read"')
    outcomes.run(*conform(implementation, f"--conform-keep={tmp_path / 'kept'}", "--conform-filter=*/zeros"))
    assert (tmp_path / "kept/demo/chunks/zeros#read.zarr/zarr.json").is_file()


def test_each_check_may_have_a_process_of_its_own(outcomes, tmp_path):
    starts = tmp_path / "starts"
    outcomes.run(*conform(adapter(starts=starts), "--conform-isolate", "--conform-filter=*/zeros"))
    assert len(starts.read_text().splitlines()) > 4


def test_a_run_may_be_repeated(outcomes, tmp_path):
    starts = tmp_path / "starts"
    ran = outcomes.run(*conform(adapter(starts=starts), "--conform-repeat=3", "--conform-filter=*/zeros"))
    assert ran.counts == {"passed": 4}
    assert starts.read_text() == "started\n" * 4


def test_text_of_an_implementation_does_nothing_to_a_terminal(outcomes):
    ran = outcomes.run(*conform(adapter("hostile"), "--conform-filter=*/zeros"))
    assert "= conform: \\u{1b}[31mred 0.1.0 (Rust)" in ran.text and "\x1b[31m" not in ran.text
    ran = outcomes.run("--conform", adapter("hostile-at-start"))
    assert "\\u{1b}[31mred" in ran.text + ran.errors and "\x1b" not in ran.text + ran.errors


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of POSIX")
def test_an_interrupted_run_leaves_nothing_behind(tmp_path):
    starts, temporary = tmp_path / "starts", tmp_path / "temporary"
    temporary.mkdir()
    command = [sys.executable, "-m", "pytest", *conform(adapter("hang", LATER, starts))]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    # The process that runs the tests may ignore interrupts, as a shell does in the background, and its children with it.
    run = subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    until = time.monotonic() + 60
    while not starts.exists() or len(starts.read_text().splitlines()) < 2:
        assert time.monotonic() < until
        time.sleep(0.1)
    time.sleep(1)
    run.send_signal(signal.SIGINT)
    told, _ = run.communicate(timeout=60)
    assert run.returncode == 2 and "KeyboardInterrupt" in told
    assert list(temporary.iterdir()) == []


def test_nothing_changes_without_an_option(outcomes: Outcomes):
    outcomes.pytester.makepyfile("def test_nothing(): pass")
    ran = outcomes.run()
    assert ran.counts == {"passed": 1}
    assert "conform" not in ran.text.replace("zarr-conform", "").replace("zarr_conform", "")
