"""What the tests of the Python package share."""

import json
import subprocess
import sys
from pathlib import Path
from shlex import quote
from typing import Any, Optional

import pytest
import zarr_conform

pytest_plugins = "pytester"

HERE = Path(__file__).resolve().parent
VECTORS = HERE.parent.parent / "tests" / "fixtures" / "vectors"
CONFORM = str(zarr_conform.program())
REFERENCE = f"{quote(CONFORM)} reference"
LATER = '"op":"encode"'
"""What requests of some checks contain that are not among the first."""
OFFERS = """offers = [
  "open", "read", "write", "create", "encode", "decode", "grid", "node", "children", "walk",
  "create_group", "set_attributes", "delete", "consolidate", "path", "through", "consolidated",
]
"""
"""How a list of known failures of the reference begins."""


def adapter(mode: str = "", trigger: str = "never", starts: Optional[Path] = None) -> str:
    """The command of a reference that misbehaves where a request contains the trigger."""
    words = [sys.executable, str(HERE / "adapter.py"), CONFORM, mode, trigger]
    if starts is not None:
        words.append(str(starts))
    return " ".join(quote(it) for it in words)


def small(*more: str) -> list[str]:
    """Options for the small vectors."""
    return [f"--conform-vectors={VECTORS}", "--conform-seed=7", "--conform-jobs=1", *more]


def events(implementation: str, *options: str) -> list[dict[str, Any]]:
    """What ``conform`` itself says of an implementation."""
    command = [CONFORM, "--impl", implementation, "--json", "-", "--quiet", *options]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def finished(implementation: str, *options: str) -> dict[str, dict[str, Any]]:
    """What ``conform`` says of each check."""
    told = events(implementation, *options)
    return {it["check"]: it for it in told if it["event"] == "check-finished"}


def verdict(event: dict[str, Any]) -> str:
    """The verdict; of a failure, its kind."""
    return str(event["verdict"].get("kind", event["verdict"]["is"]))


def outcome(event: dict[str, Any]) -> str:
    """What a test of the check has to come to, by docs/outputs.md."""
    name = event["verdict"]["is"]
    if name not in ("fail", "flaky"):
        return "passed" if name in ("pass", "behaviour") else "skipped"
    is_wrong = verdict(event) in ("wrong-data", "wrong-metadata")
    return "failed" if event["level"] == "must" or is_wrong else "xfailed"


@pytest.fixture
def outcomes(pytester: pytest.Pytester) -> "Outcomes":
    """Runs pytest on checks."""
    return Outcomes(pytester)


class Outcomes:
    """Runs pytest in a process of its own, and reads its JUnit XML."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester

    def run(self, *arguments: str, timeout: float = 120) -> "Ran":
        """Runs pytest with these arguments."""
        junit = self.pytester.path / "junit.xml"
        # What processes shared in an earlier run must not serve this one.
        if junit.exists():
            junit.unlink()
        result = self.pytester.runpytest_subprocess(
            "-p", "no:randomly", f"--junitxml={junit}", *arguments, timeout=timeout
        )
        return Ran(result, junit)


class Ran:
    """What came of a run of pytest."""

    def __init__(self, result: pytest.RunResult, junit: Path) -> None:
        import xml.etree.ElementTree as ElementTree

        self.code = int(result.ret)
        self.text = "\n".join(result.outlines)
        self.errors = "\n".join(result.errlines)
        self.counts = result.parseoutcomes() if "seconds" in self.text or " in " in self.text else {}
        self.outcomes: dict[str, str] = {}
        self.messages: dict[str, str] = {}
        self.properties: dict[str, dict[str, str]] = {}
        if not junit.exists():
            return
        for case in ElementTree.parse(junit).iter("testcase"):
            name = case.attrib["name"]
            self.outcomes[name] = "passed"
            for child in case:
                if child.tag in ("failure", "error"):
                    self.outcomes[name] = "failed"
                elif child.tag == "skipped":
                    kind = child.attrib.get("type", "")
                    self.outcomes[name] = "xfailed" if kind == "pytest.xfail" else "skipped"
                if child.tag in ("failure", "error"):
                    # The message may be shortened, the text is whole.
                    self.messages[name] = child.text or ""
                elif child.tag == "skipped":
                    self.messages[name] = child.attrib.get("message", "")
            found = {it.attrib["name"]: it.attrib["value"] for it in case.iter("property")}
            self.properties[name] = found

    def named(self, outcome: str) -> list[str]:
        """The checks with this outcome."""
        return [check for check, it in self.outcomes.items() if it == outcome]
