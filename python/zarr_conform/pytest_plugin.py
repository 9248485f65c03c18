"""The plugin for pytest: each check of the conformance suite is a test.

``pytest --conform "python adapter.py"`` judges the implementation that a command starts; a module with
``test_zarr = zarr_conform.tests(implementation)`` judges one whose functions run in this process.
"""

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Optional, Union

import pytest

from . import _options
from ._implementation import Implementation
from ._items import RUN, Check, Checks, Suite
from ._results import NoResult, Results
from ._run import Run
from ._serve import serving
from ._shared import made
from ._tests import Tests

_NAME = "conform"
"""What node ids of ``--conform`` begin with, and what stands for all of them on the command line."""
_TOLD = "zarr_conform"
"""What the controller of pytest-xdist sends its processes is under this name."""


class _State:
    """What the plugin knows of a session."""

    def __init__(self, config: pytest.Config) -> None:
        told = getattr(config, "workerinput", {}).get(_TOLD)
        self.is_worker = told is not None
        if told is None:
            self.named = _take_names(config) if config.getoption("--conform") is not None else []
            self.names_files = _names_files(config)
            self.folder = Path(tempfile.mkdtemp(prefix="zarr-conform-"))
        else:
            self.named, self.names_files = told["named"], told["names_files"]
            self.folder = Path(told["folder"])
            if self.named and not self.names_files:
                config.args.clear()
        self.command: Optional[Suite] = None
        command = config.getoption("--conform")
        # A command line that names files selects only these.
        if command is not None and (self.named or not self.names_files):
            options, selection = _options.passed_on(config)
            known_failures = config.getoption("--conform-expect")
            self.command = Suite(Run(command, options, selection, known_failures), _NAME, self.folder)

    def told(self) -> dict[str, Any]:
        """For the processes of pytest-xdist."""
        return {"folder": str(self.folder), "named": self.named, "names_files": self.names_files}

    def results(self) -> list[Results]:
        """What all runs came to, whichever process judged."""
        return [Results.from_json(it) for it in made(self.folder, RUN)]


_STATE = pytest.StashKey[_State]()


def _take_names(config: pytest.Config) -> list[str]:
    """Takes node ids of checks out of what is asked for, since they are not files."""
    named = [it for it in config.args if _is_name(it)]
    if named:
        config.args[:] = [it for it in config.args if not _is_name(it)]
    return named


def _is_name(argument: str) -> bool:
    is_all = argument == _NAME and not Path(argument).exists()
    return is_all or argument.startswith(f"{_NAME}::")


def _names_files(config: pytest.Config) -> bool:
    """Whether files or folders are named on the command line."""
    source = getattr(config, "args_source", None)
    return source is not None and source == type(source).ARGS and bool(config.args)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--conform`` and its companions."""
    _options.add(parser)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Finds out what is asked for."""
    if config.getoption("--conform") is None:
        for option in _options.named(config):
            raise pytest.UsageError(f"{option} needs --conform COMMAND")
    config.stash[_STATE] = _State(config)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Removes what processes shared."""
    state = config.stash.get(_STATE, None)
    if state is not None and not state.is_worker:
        shutil.rmtree(state.folder, ignore_errors=True)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Sends a process of pytest-xdist what is asked for, and which folder is shared."""
    node.workerinput[_TOLD] = node.config.stash[_STATE].told()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Lists the checks before anything else happens, so that an error in the command ends all at once."""
    state = session.config.stash[_STATE]
    if state.command is not None and not state.is_worker:
        try:
            state.command.checks()
        except NoResult as error:
            raise pytest.UsageError(f"--conform: {error}") from None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Adds the checks of ``--conform`` to what files gave."""
    state = config.stash[_STATE]
    if state.command is None:
        return
    named = () if _NAME in state.named else state.named
    checks = _checks(session, state.command, named)
    # As pytest itself collects, so that reports count the checks.
    hook = checks.ihook
    hook.pytest_collectstart(collector=checks)
    report = hook.pytest_make_collect_report(collector=checks)
    if report.outcome == "failed":
        raise pytest.UsageError(str(report.longrepr))
    hook.pytest_collectreport(report=report)
    items.extend(report.result)


def _checks(parent: pytest.Collector, suite: Suite, named: Sequence[str] = ()) -> Checks:
    name = suite.name.split("::")[-1]
    checks: Checks = Checks.from_parent(parent, name=name, nodeid=suite.name, suite=suite, named=named)
    return checks


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(
    collector: Union[pytest.Module, pytest.Class], name: str, obj: object
) -> Optional[pytest.Collector]:
    """Makes tests of what :func:`zarr_conform.tests` gave."""
    if isinstance(obj, Implementation) and name.startswith("test"):
        raise collector.CollectError(f"{name} is an Implementation; expected zarr_conform.tests({name})")
    if not isinstance(obj, Tests):
        return None
    folder = collector.config.stash[_STATE].folder
    suite = Suite(_run_of(obj, collector.path, name), f"{collector.nodeid}::{name}", folder)
    try:
        suite.checks()
    except NoResult as error:
        raise collector.CollectError(f"{name}: {error}") from None
    return _checks(collector, suite)


def _run_of(tests: Tests, module: Path, name: str) -> Run:
    folder = module.parent
    options: tuple[str, ...] = (
        f"--edition={tests.implementation.edition}",
        f"--timeout={tests.timeout}",
    )
    if tests.seed is not None:
        options += (f"--seed={tests.seed}",)
    if tests.vectors is not None:
        options += (f"--vectors={folder / tests.vectors}",)
    known = None if tests.known_failures is None else str(folder / tests.known_failures)
    selection = tuple(f"--filter={it}" for it in tests.filter)
    selection += tuple(f"--exclude={it}" for it in tests.exclude)
    subject = serving(module, name) if tests.own_process else tests.implementation
    return Run(subject, options, selection, known)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Notes which checks are left, so that no others are judged."""
    for item in session.items:
        if isinstance(item, Check):
            item.suite.selected.append(item.name)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails, as ``conform`` does, where nothing that the specification demands passed."""
    state = session.config.stash[_STATE]
    is_well = not state.is_worker and session.exitstatus == pytest.ExitCode.OK
    if is_well and any(_proves_nothing(it) for it in state.results()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _proves_nothing(results: Results) -> bool:
    return results.is_whole and results.code != 0 and not results.has_failures


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Says who was judged, and why checks failed."""
    for results in config.stash[_STATE].results():
        terminalreporter.section(f"{results.name}: {results.implementation or 'not judged'}")
        terminalreporter.write_line(_counts(results.counts))
        for cause in results.causes:
            terminalreporter.write_line(cause)
        if results.ended_early:
            terminalreporter.write_line(f"The run ended early: {results.ended_early}")
        if _proves_nothing(results):
            terminalreporter.write_line("No required check passed, so this run fails.")


def _counts(counts: dict[str, Any]) -> str:
    """The counts of a run, in the words of the report of ``conform``."""
    if not counts:
        return "nothing was judged"
    words = {"noticed": "against a recommendation", "not_offered": "not offered"}
    told = [
        f"{number} {words.get(name, name)}"
        for name, number in counts.items()
        if name != "strictness" and number and not name.startswith("required")
    ]
    of = counts["strictness"]
    bad, judged = of["failed"] + of["flaky"], sum(of.values())
    all_bad = counts["failed"] + counts["required_flaky"]
    all_judged = counts["required_passed"] + all_bad
    return (
        f"Right data: {all_bad - bad} of {all_judged - judged} failed. Strictness: {bad} of {judged} failed.\n"
        + ", ".join(told)
    )
