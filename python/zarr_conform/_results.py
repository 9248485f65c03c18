"""What came of each check of a run, from the files that ``conform`` writes."""

import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Optional

from ._text import escape

_EVENTS = 2
"""The version of the events that this package reads."""
_RAISED = (
    re.compile("refused as (?:invalid|unsupported|internal): (.*)", re.DOTALL),
    re.compile(r"ended without answering \((.*)\)", re.DOTALL),
)
"""Where a failure has the message of an exception."""


class NoResult(Exception):
    """``conform`` gave no result; the message is what it said."""

    def __init__(self, said: str) -> None:
        super().__init__(escape(said))


@dataclass
class Judged:
    """What came of one check."""

    outcome: str
    """``passed``, ``failed``, ``xfailed`` or ``skipped``."""
    verdict: str
    """The verdict, by its name in docs/outputs.md; of a failure, its kind."""
    message: str = ""
    """In one line, why it did not just pass."""
    text: str = ""
    """All that is known of a failure."""
    traceback: str = ""
    """Where an exception of an implementation in this process came from."""


@dataclass
class Results:
    """What came of a run."""

    name: str = ""
    """What the checks belong to."""
    code: int = 0
    """The exit code of ``conform``."""
    is_whole: bool = False
    """Whether pytest selected all checks that there are."""
    checks: dict[str, Judged] = field(default_factory=dict)
    """By the id of each check that was judged."""
    differences: list[str] = field(default_factory=list)
    """Where the list of known failures as a whole is not as the run."""
    implementation: str = ""
    """What was judged, by which edition."""
    counts: dict[str, Any] = field(default_factory=dict)
    """How many checks came to what; ``strictness`` has those of the required ones that are about strictness."""
    causes: list[str] = field(default_factory=list)
    """Misreadings of the specification that explain failures."""
    ended_early: str = ""
    """Why the run ended before its last check."""

    @property
    def has_failures(self) -> bool:
        """Whether some test shows that something is wrong."""
        failed = any(it.outcome == "failed" for it in self.checks.values())
        return failed or bool(self.differences) or bool(self.ended_early)

    def to_json(self) -> str:
        """For another process."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Results":
        """What another process wrote."""
        members = json.loads(text)
        checks = {check: Judged(**it) for check, it in members.pop("checks").items()}
        return cls(checks=checks, **members)


class Files:
    """Where ``conform`` writes what a run came to."""

    def __init__(self, folder: Path) -> None:
        self.checks = folder / "checks"
        self.events = folder / "events.jsonl"
        self.junit = folder / "junit.xml"
        self.listed = folder / "listed.jsonl"

    def results(self, tracebacks: dict[str, str]) -> Optional[Results]:
        """What the run came to; nothing where it has no end."""
        events = list(_lines(self.events))
        if not events or events[-1].get("event") != "finished":
            return None
        started, finished = events[0], events[-1]
        if started["format"] != _EVENTS:
            raise NoResult(
                f"found events of format {started['format']}, expected {_EVENTS}; install zarr-conform again"
            )
        who = started["implementation"]
        name = " ".join(f"{who['name']} {who['version']} ({who['language']})".split())
        results = Results(
            implementation=f"{escape(name)}, edition {started['edition']} of the specification",
            counts=finished["total"],
            ended_early=escape(finished.get("ended_early", "")),
        )
        outcomes = _outcomes(self.junit)
        listed = list(_lines(self.listed))
        as_listed = {it["check"]: it for it in listed if "listed" in it}
        differences: dict[str, str] = {}
        for it in listed:
            if "difference" in it and "check" in it:
                differences[it["check"]] = it["difference"]
            elif "difference" in it:
                results.differences.append(it["difference"])
        for event in events:
            if event["event"] == "check-finished":
                check = event["check"]
                judged = _judged(event["verdict"], *outcomes[check])
                _note_list(judged, as_listed.get(check), differences.get(check))
                _note_traceback(judged, event["verdict"], tracebacks)
                results.checks[check] = judged
            elif event["event"] == "diagnosed":
                results.causes = list(_causes(event))
        return results


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    """Lines of JSON; none where there is no file."""
    if file.exists():
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)


def _outcomes(junit: Path) -> dict[str, tuple[str, str, str, str]]:
    """By check: ``passed``, ``failed`` or ``skipped``, what kind of failure, the message and the text."""
    outcomes = {}
    for case in ElementTree.parse(junit).iter("testcase"):
        outcome = ("passed", "", "", "")
        for child in case:
            name = {"failure": "failed", "skipped": "skipped"}.get(child.tag, "failed")
            attribute = child.attrib
            outcome = (name, attribute.get("type", ""), attribute.get("message", ""), child.text or "")
        outcomes[case.attrib["name"]] = outcome
    return outcomes


def _judged(verdict: dict[str, Any], outcome: str, kind: str, message: str, text: str) -> Judged:
    """What a verdict means, as the JUnit XML of the run says."""
    name = verdict["kind"] if verdict["is"] == "fail" else verdict["is"]
    if outcome == "failed":
        # The text says what was expected and found.
        told = kind if text else f"{kind}: {message}"
        return Judged("failed", name, told, text.strip("\n"))
    if outcome == "skipped" and name == "behaviour":
        return Judged("passed", name, message)
    if outcome == "skipped" and verdict["is"] in ("fail", "flaky"):
        return Judged("xfailed", name, message)
    return Judged(outcome, name, message)


def _note_list(judged: Judged, listed: Optional[dict[str, Any]], difference: Optional[str]) -> None:
    """Says what the list of known failures says."""
    if difference is not None:
        judged.outcome = "failed"
        if judged.text:
            judged.text = f"{judged.verdict}\n{judged.text}"
        judged.message = f"not as listed: {difference}"
    elif listed is not None and judged.message:
        link = f" ({listed['link']})" if "link" in listed else ""
        judged.message = f"{listed['reason']}{link}: {judged.message}"


def _note_traceback(judged: Judged, verdict: dict[str, Any], tracebacks: dict[str, str]) -> None:
    """Says where the exception came from by which an implementation in this process refused or crashed."""
    raised = [it for it in (pattern.search(verdict.get("found", "")) for pattern in _RAISED) if it]
    traceback = tracebacks.get(raised[0].group(1)) if raised else None
    if judged.outcome == "failed" and traceback is not None:
        judged.traceback = f"Where an exception with this message was raised first:\n{traceback.rstrip()}"


def _as_well(explanation: dict[str, Any]) -> str:
    others = explanation.get("as_well", [])
    if not others:
        return ""
    if len(others) == 1:
        return f"; another misreading explains as much: {others[0]}"
    more = f" and {len(others) - 3} more" if len(others) > 3 else ""
    return f"; {len(others)} other misreadings explain as much: {', '.join(others[:3])}{more}"


def _causes(diagnosed: dict[str, Any]) -> Iterator[str]:
    """Each cause in a line, as the report of ``conform`` has them."""
    for it in diagnosed["explanations"]:
        name, failures = it["misreading"], diagnosed["failures"]
        explained = len(it["checks"])
        yield (
            f"as if {it['when']} ({name}): explains {explained} of {failures} failures; "
            f"{it['as_predicted']} of the {it['predicted']} that it predicts were found{_as_well(it)}"
        )
    for it in diagnosed.get("common", []):
        failed = len(it["checks"])
        others = it["failed_otherwise"] + it["passed_otherwise"]
        yield (
            f"fails where {' and '.join(it['features'])}: {failed} of {failed + it['passed']}; "
            f"otherwise {it['failed_otherwise']} of {others}"
        )
    for it in diagnosed.get("close", []):
        passed = it["predicted"] - it["as_predicted"]
        yield (
            f"close to: {it['when']} ({it['misreading']}): explains {len(it['checks'])} of "
            f"{diagnosed['failures']} failures, but {passed} that it predicts pass"
        )
