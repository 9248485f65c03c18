"""Runs ``conform`` and reads what came of each check."""

import json
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, Optional, Union

from ._answer import Answers
from ._conversation import Conversation
from ._implementation import Implementation
from ._program import program
from ._text import escape

_EVENTS = 1
"""The version of the events that this package reads."""
_NOTHING_SELECTED = 4
"""The exit code of ``conform`` where no check is selected."""
_PATIENCE = 10.0
"""Seconds that ``conform`` may take to end in order."""
_REFUSED = re.compile("refused as (?:invalid|unsupported|internal): (.*)", re.DOTALL)


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
    """Who was judged, by which edition."""
    counts: dict[str, int] = field(default_factory=dict)
    """How many checks came to what."""
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


@dataclass(frozen=True)
class Run:
    """How checks are judged."""

    subject: Union[str, Implementation]
    """The command that starts the implementation, or an implementation in this process."""
    options: tuple[str, ...] = ()
    """Options of ``conform``, such as ``--timeout`` and its value."""
    selection: tuple[str, ...] = ()
    """Options of ``conform`` that select checks, such as ``--filter`` and its value."""
    known_failures: Optional[str] = None
    """The file of known failures."""

    def list_checks(self) -> list[str]:
        """The ids of all checks, in the order of ``conform``.

        Raises:
            NoResult: there are none, or ``conform`` cannot list them.
        """
        # A folder for stores has to be empty, and nothing is kept here.
        options = [it for it in self.options if not it.startswith("--keep=")]
        command = [_program(), "--list", *options, *self.selection]
        if isinstance(self.subject, str):
            command += ["--impl", self.subject]
        if self.known_failures is not None:
            command += ["--expect", self.known_failures]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
        if done.returncode == _NOTHING_SELECTED:
            asked = ", ".join(it.split("=", 1)[1] for it in self.selection)
            raise NoResult(f"no check is selected by {asked}")
        if done.returncode != 0:
            raise NoResult(done.stderr.strip() or f"conform --list ended with exit code {done.returncode}")
        return done.stdout.splitlines()

    def judge(self, checks: Optional[Sequence[str]]) -> Results:
        """Judges these checks, or all that are selected, in one run.

        Raises:
            NoResult: nothing was judged.
        """
        with tempfile.TemporaryDirectory(prefix="zarr-conform-") as folder:
            files = _Files(Path(folder))
            command = [_program(), "--quiet", "--color", "never", *self.options]
            if checks is None:
                command += self.selection
            else:
                files.checks.write_text("\n".join(checks), encoding="utf-8")
                command += ["--checks", str(files.checks)]
            command += ["--json", str(files.events), "--junit", str(files.junit)]
            if self.known_failures is not None:
                command += ["--expect", self.known_failures, "--expect-json", str(files.listed)]
            if isinstance(self.subject, str):
                command += ["--impl", self.subject]
                code, said, tracebacks = _run(command)
            else:
                command += ["--impl", "-"]
                code, said, tracebacks = _run_and_answer(command, self.subject)
            results = files.results(tracebacks)
            if results is None:
                raise NoResult(said or f"conform ended with exit code {code} and without a result")
            results.code = code
            return results


def _program() -> str:
    """The path of ``conform``."""
    try:
        return str(program())
    except FileNotFoundError as error:
        raise NoResult(str(error)) from None


@contextmanager
def _started(command: list[str], *, is_asked: bool) -> Iterator[tuple["subprocess.Popen[str]", IO[str]]]:
    """A process, and the file of what it says on standard error. It is ended in order where it is left early."""
    stream = subprocess.PIPE if is_asked else subprocess.DEVNULL
    # What is said may be more than a pipe holds while nobody reads it.
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        process = subprocess.Popen(
            command, stdin=stream, stdout=stream, stderr=said, text=True, encoding="utf-8"
        )
        try:
            yield process, said
        finally:
            process.terminate()
            try:
                process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _run(command: list[str]) -> tuple[int, str, dict[str, str]]:
    """The exit code, and what was said on standard error."""
    with _started(command, is_asked=False) as (process, said):
        code = process.wait()
        said.seek(0)
        return code, said.read().strip(), {}


def _run_and_answer(command: list[str], implementation: Implementation) -> tuple[int, str, dict[str, str]]:
    """The same, with the implementation in this process; and where its exceptions came from."""
    answers = Answers(implementation)
    with _started(command, is_asked=True) as (process, said):
        assert process.stdin is not None and process.stdout is not None
        try:
            Conversation(answers, process.stdout, process.stdin).hold()
            code = process.wait()
        finally:
            # What is left to write has no reader.
            with suppress(OSError):
                process.stdin.close()
        process.stdout.close()
        said.seek(0)
        return code, said.read().strip(), answers.tracebacks


class _Files:
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
    """Says where the exception came from by which an implementation in this process refused."""
    refused = _REFUSED.search(verdict.get("found", ""))
    traceback = tracebacks.get(refused.group(1)) if refused else None
    if judged.outcome == "failed" and traceback is not None:
        judged.traceback = f"Where an exception with this message was raised first:\n{traceback.rstrip()}"


def _causes(diagnosed: dict[str, Any]) -> Iterator[str]:
    """Each cause in a line, as the report of ``conform`` has them."""
    for it in diagnosed["explanations"]:
        name, failures = it["misreading"], diagnosed["failures"]
        explained = len(it["checks"])
        yield (
            f"as if {it['when']} ({name}): explains {explained} of {failures} failures; "
            f"{it['as_predicted']} of the {it['predicted']} that it predicts were found"
        )
