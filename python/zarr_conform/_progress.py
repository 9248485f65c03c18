"""What is said while checks are judged: nothing is known of any before all are."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Callable

import pytest

_PAUSE = 1.0
"""Seconds between two lines on a terminal."""


@contextmanager
def progress(config: pytest.Config, describe: Callable[[], str], is_over: bool) -> Iterator[None]:
    """Says what takes its time while the body runs; once in a log, and again each second on a terminal."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if is_over or reporter is None:
        yield
        return
    what, began, ended = describe(), time.monotonic(), threading.Event()
    _write(config, reporter, what)

    def tick() -> None:
        while not ended.wait(_PAUSE):
            _write(config, reporter, f"{what}, {time.monotonic() - began:.0f} s", is_again=True)

    ticking = threading.Thread(target=tick, daemon=True) if reporter.isatty else None
    if ticking is not None:
        ticking.start()
    try:
        yield
    finally:
        ended.set()
        if ticking is not None:
            ticking.join()
            _write(config, reporter, f"{what}: {time.monotonic() - began:.0f} s", is_again=True)
            reporter.ensure_newline()


def _write(config: pytest.Config, reporter: Any, line: str, *, is_again: bool = False) -> None:
    """A line, or a line in place of the last one, past what captures the output of tests."""
    capture = config.pluginmanager.get_plugin("capturemanager")
    if capture is not None:
        with capture.global_and_fixture_disabled():
            _write_past(reporter, line, is_again)
    else:
        _write_past(reporter, line, is_again)


def _write_past(reporter: Any, line: str, is_again: bool) -> None:
    if is_again:
        reporter.rewrite(line, erase=True)
    else:
        reporter.ensure_newline()
        reporter.write_line(line)
