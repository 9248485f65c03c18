"""Checks as items of pytest."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Optional, Union

import pytest

from ._progress import progress
from ._results import Judged, NoResult, Results
from ._run import Run
from ._shared import once

KNOWN_FAILURES = "known-failures"
"""The name of the test that the list of known failures is right as a whole."""


RUN = "run"
"""What the results of a run are, among what processes share."""


class Suite:
    """The checks of one implementation: listed, and judged in one run by who first needs a result."""

    def __init__(self, run: Run, name: str, shared: Path) -> None:
        self.run = run
        self.name = name
        """What its node ids begin with."""
        self.selected: list[str] = []
        """The checks that are left after all selections of pytest."""
        self._shared = shared
        self._checks: Optional[list[str]] = None
        self._results: Optional[Results] = None

    def checks(self) -> list[str]:
        """The ids of all checks."""
        if self._checks is None:
            made = once(self._shared, self.name, "list", lambda: "\n".join(self.run.list_checks()))
            self._checks = made.splitlines()
        return self._checks

    @property
    def is_judged(self) -> bool:
        """Whether this process knows what the run came to."""
        return self._results is not None

    def judged(self) -> Results:
        """What the run came to."""
        if self._results is None:
            self._results = Results.from_json(once(self._shared, self.name, RUN, self._judge))
        return self._results

    def _judge(self) -> str:
        selected = set(self.selected)
        checks = self.checks()
        chosen = None if selected.issuperset(checks) else [it for it in checks if it in selected]
        if chosen == []:
            # The list of known failures can be compared with any check.
            chosen = checks[:1]
        try:
            results = self.run.judge(chosen)
        except NoResult as error:
            results = Results(ended_early=str(error))
        results.name, results.is_whole = self.name, chosen is None
        return results.to_json()

    def first_left_out(self) -> Optional[str]:
        """The first selected check that the run did not come to."""
        results = self.judged()
        selected = set(self.selected)
        left_out = (it for it in self.checks() if it in selected and it not in results.checks)
        return next(left_out, None)

    def describe(self) -> str:
        """What is judged, for people."""
        number = len(set(self.selected) & set(self.checks()))
        return f"{self.name}: judging {number} checks"


class Group(pytest.Collector):
    """Checks of a document or of a topic."""

    def collect(self) -> list[Union[pytest.Item, pytest.Collector]]:
        """Nothing: its checks are collected by :class:`Checks`, so that a node id finds them at once."""
        return []


class Checks(pytest.Collector):
    """The checks of a suite: all, or those below the node ids that are named."""

    def __init__(self, *, suite: Suite, named: Sequence[str] = (), **arguments: Any) -> None:
        super().__init__(**arguments)
        self._suite = suite
        self._named = named
        self._groups: dict[str, pytest.Collector] = {}

    def collect(self) -> Iterator["Check"]:
        """The checks, each below its document and topic."""
        names = list(self._suite.checks())
        if self._suite.run.known_failures is not None:
            names.append(KNOWN_FAILURES)
        nodeids = {f"{self._suite.name}::{name}": name for name in names}
        for named in self._named:
            if not any(_is_below(nodeid, named) for nodeid in nodeids):
                raise pytest.UsageError(f"not found: {named}")
        for nodeid, name in nodeids.items():
            if not self._named or any(_is_below(nodeid, named) for named in self._named):
                parent = self if name == KNOWN_FAILURES else self._group_of(name)
                check: Check = Check.from_parent(parent, name=name, nodeid=nodeid, suite=self._suite)
                yield check

    def _group_of(self, check: str) -> pytest.Collector:
        """The group of a check's topic, which is in that of its document."""
        parts = check.split("#")[0].split("/")[:-1]
        group: pytest.Collector = self
        for depth in range(1, min(len(parts), 2) + 1):
            name = "/".join(parts[:depth])
            if name not in self._groups:
                nodeid = f"{self._suite.name}::{name}"
                self._groups[name] = Group.from_parent(group, name=name, nodeid=nodeid)
            group = self._groups[name]
        return group


def _is_below(nodeid: str, named: str) -> bool:
    """Whether a node id is what is named, or of a document, topic or fact that is named."""
    return nodeid == named or nodeid.startswith((f"{named}/", f"{named}#"))


class Check(pytest.Item):
    """One check; or, by its name, that the list of known failures is right as a whole."""

    def __init__(self, *, suite: Suite, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.suite = suite

    def runtest(self) -> None:
        """Looks up what came of the check."""
        with progress(self.config, self.suite.describe, self.suite.is_judged):
            results = self.suite.judged()
        if self.name == KNOWN_FAILURES:
            self._report_list(results)
            return
        judged = results.checks.get(self.name)
        if judged is None:
            self._report_left_out(results)
            return
        self.user_properties.append(("conform-verdict", judged.verdict))
        if judged.outcome == "xfailed":
            # With --runxfail, this does nothing, and the check fails.
            pytest.xfail(judged.message)
        if judged.outcome in ("failed", "xfailed"):
            pytest.fail(self._told(judged), pytrace=False)
        if judged.outcome == "skipped":
            pytest.skip(judged.message)
        self._report_seen(judged)

    def _told(self, judged: Judged) -> str:
        """All that is known of a failure, and how to repeat it."""
        lines = [judged.message, judged.text] if judged.text else [judged.message]
        if not isinstance(self.suite.run.subject, str):
            lines.append(f"    repeat    pytest '{self.nodeid}'")
        if judged.traceback:
            lines.append(judged.traceback)
        return "\n".join(lines)

    def _report_seen(self, judged: Judged) -> None:
        """Keeps what was seen where the specification leaves something open."""
        if judged.message:
            self.user_properties.append(("conform-seen", judged.message))
            self.add_report_section("call", "conform", judged.message)

    def _report_left_out(self, results: Results) -> None:
        why = results.ended_early or "conform says nothing about it"
        if self.name == self.suite.first_left_out():
            pytest.fail(f"the run ended before this check: {why}", pytrace=False)
        pytest.skip("not judged: the run ended early")

    def _report_list(self, results: Results) -> None:
        if not results.checks:
            self._report_nothing(results)
        if results.differences:
            pytest.fail("\n".join(results.differences), pytrace=False)

    def _report_nothing(self, results: Results) -> None:
        if self.suite.selected:
            pytest.skip("not judged: the run ended early")
        pytest.fail(f"nothing was judged: {results.ended_early}", pytrace=False)

    def repr_failure(
        self, excinfo: "pytest.ExceptionInfo[BaseException]", style: Any = None
    ) -> Union[str, Any]:
        """The message: where in this file a result is looked up says nothing, and takes long to find out."""
        if isinstance(excinfo.value, (pytest.fail.Exception, pytest.xfail.Exception)):
            return str(excinfo.value.msg)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, Optional[int], str]:
        """Where the check is, as far as pytest is concerned."""
        file = self.nodeid.split("::")[0]
        return self.config.rootpath / file, None, self.nodeid.split("::", 1)[1]
