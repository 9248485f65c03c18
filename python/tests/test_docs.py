"""docs/python.md: its examples run, and its tables are whole."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
import zarr_conform
from conftest import CONFORM, REFERENCE
from zarr_conform import _options
from zarr_conform._implementation import OPERATIONS

DOCS = Path(__file__).resolve().parents[2] / "docs" / "python.md"
TEXT = DOCS.read_text(encoding="utf-8")
MODULES = dict(re.findall(r"```python\n# (test_\w+\.py)\n(.*?)```", TEXT, re.DOTALL))
COMMANDS = re.findall(r"^\$ (pytest .*)$", TEXT, re.MULTILINE)


def test_the_facts_example_runs(outcomes):
    (outcomes.pytester.path / "test_codecs.py").write_text(MODULES["test_codecs.py"])
    ran = outcomes.run()
    assert ran.code == 0 and len(ran.named("passed")) >= 4
    # A mistake is noticed.
    wrong = MODULES["test_codecs.py"].replace("numpy.argsort(order)", "order")
    (outcomes.pytester.path / "test_codecs.py").write_text(wrong)
    assert outcomes.run().code == 1


@pytest.mark.parametrize("command", [it for it in COMMANDS if "--conform" in it])
def test_commands_run(outcomes, command):
    adapter = f"import os\nos.execv({CONFORM!r}, ['conform', 'reference'])\n"
    (outcomes.pytester.path / "adapter.py").write_text(adapter)
    words = shlex.split(command)[1:]
    assert words[:2] == ["--conform", "python adapter.py"]
    selects = any(it.startswith(("-k", "conform")) for it in words)
    # All checks take a while, so a part stands for them.
    part = [] if selects else ["--conform-filter=transpose/chains/*"]
    ran = outcomes.run(*words, *part)
    assert (ran.code, len(ran.outcomes) > 0) == (0, True), ran.text


def test_tables_name_all_options_and_functions():
    options = {f"--conform-{it.name}" for it in _options._OPTIONS} | {
        "--conform",
        "--conform-expect",
        "--conform-isolate",
    }
    named = set(re.findall(r"^\| `(--conform[a-z-]*)", TEXT, re.MULTILINE))
    assert named == options
    functions = TEXT.split("| function | gets | gives |")[1].split("\n\n")[0]
    assert set(re.findall(r"`([a-z_]+)`", functions.replace("`Region`", ""))) >= set(OPERATIONS)


def test_options_are_those_of_the_program():
    told = subprocess.check_output([CONFORM, "--help"], text=True, env={**os.environ, "COLUMNS": "100"})
    for option in [*(it.name for it in _options._OPTIONS), "isolate", "expect"]:
        assert re.search(rf"^ +--{option}\b", told, re.MULTILINE), option


def test_the_program_is_that_of_the_distribution():
    version = subprocess.check_output([CONFORM, "--version"], text=True).strip()
    assert version == f"conform {zarr_conform.__version__}"
    assert REFERENCE.endswith(" reference")
