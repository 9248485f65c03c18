"""Runs ``conform``: lists checks, and judges them."""

import subprocess
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Optional, Union

from ._answer import Answers
from ._conversation import Conversation
from ._implementation import Implementation
from ._program import program
from ._results import Files, NoResult, Results

_NOTHING_SELECTED = 4
"""The exit code of ``conform`` where no check is selected."""
_WARNING = "warning: "
"""Begins a line of ``conform`` that warns."""
_PATIENCE = 10.0
"""Seconds that ``conform`` may take to end in order."""


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
            why = done.stderr.strip().removeprefix("error: ")
            raise NoResult(f"{why} (selected by {' '.join(self.selection)})" if self.selection else why)
        if done.returncode != 0:
            raise NoResult(done.stderr.strip() or f"conform --list ended with exit code {done.returncode}")
        _pass_on_warnings(done.stderr)
        return done.stdout.splitlines()

    def judge(self, checks: Optional[Sequence[str]]) -> Results:
        """Judges these checks, or all that are selected, in one run.

        Raises:
            NoResult: nothing was judged.
        """
        with tempfile.TemporaryDirectory(prefix="zarr-conform-") as folder:
            files = Files(Path(folder))
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
            _pass_on_warnings(said)
            return results


def _pass_on_warnings(said: str) -> None:
    """What ``conform`` warns of, such as an ``--exclude`` that matches nothing, as warnings of Python."""
    for line in said.splitlines():
        if line.startswith(_WARNING):
            warnings.warn(line.removeprefix(_WARNING), stacklevel=3)


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
    # What is said may be more than a pipe holds while it is not read.
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
