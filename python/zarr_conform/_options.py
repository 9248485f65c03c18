"""The options of pytest that stand for options of ``conform``."""

from typing import Any, NamedTuple

import pytest


class _Option(NamedTuple):
    """``--conform-NAME``, which is ``--NAME`` of ``conform``."""

    name: str
    metavar: str
    help: str
    is_repeated: bool = False
    selects: bool = False


_OPTIONS = (
    _Option("edition", "EDITION", "judge by this edition: draft, 3.0 or 3.1"),
    _Option(
        "filter", "GLOB", "collect checks whose id, or whose fact's id, matches; may be repeated", True, True
    ),
    _Option(
        "exclude", "GLOB", "leave out checks whose id, or whose fact's id, matches; may be repeated", True, True
    ),
    _Option("check", "ID", "collect this check, or all checks of this fact; may be repeated", True, True),
    _Option("partition", "N/M", "collect share N of M of the checks", selects=True),
    _Option("vectors", "PATH", "take vectors from this directory or archive instead of those in the program"),
    _Option("timeout", "SECONDS", "how long one answer may take"),
    _Option("jobs", "N", "processes of the implementation at once"),
    _Option("seed", "NUMBER", "derive the names that no implementation can know from this number"),
    _Option("repeat", "N", "run everything N times; what is not the same each time is flaky"),
    _Option("keep", "DIR", "keep the stores of failed checks in this folder"),
)


def add(parser: pytest.Parser) -> None:
    """Adds all options."""
    group = parser.getgroup("conform", "conformance to the specification of Zarr v3")
    group.addoption(
        "--conform",
        metavar="COMMAND",
        help="judge the implementation that this command starts; each check is a test",
    )
    group.addoption(
        "--conform-expect",
        metavar="FILE",
        help="a list of known failures, which become strict xfails",
    )
    group.addoption(
        "--conform-isolate",
        action="store_true",
        default=False,
        help="give each check a process of its own; slow",
    )
    for option in _OPTIONS:
        action: Any = "append" if option.is_repeated else "store"
        group.addoption(f"--conform-{option.name}", metavar=option.metavar, action=action, help=option.help)


def passed_on(config: pytest.Config) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The options of ``conform``: those that say how it judges, and those that select checks."""
    judging: list[str] = []
    selecting: list[str] = []
    for option in _OPTIONS:
        value = config.getoption(f"--conform-{option.name}")
        values = value if isinstance(value, list) else [value]
        for one in values:
            if one is not None:
                to = selecting if option.selects else judging
                # One word each, so that a value may begin with a dash.
                to.append(f"--{option.name}={one}")
    if config.getoption("--conform-isolate"):
        judging.append("--isolate")
    return tuple(judging), tuple(selecting)


def named(config: pytest.Config) -> list[str]:
    """Options that say nothing without ``--conform``."""
    judging, selecting = passed_on(config)
    given = [*judging, *selecting]
    if config.getoption("--conform-expect") is not None:
        given.append("--expect")
    return [f"--conform-{it[2:].split('=')[0]}" for it in given]
