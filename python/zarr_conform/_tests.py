"""An implementation of this process as tests of a module."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Optional, Union

from ._implementation import Implementation

_Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Tests:
    """Checks of an implementation that pytest collects from a test module; made by :func:`tests`."""

    # pytest must not treat this class as one of tests.
    __test__ = False

    implementation: Implementation
    """What is judged."""
    filter: tuple[str, ...] = ()
    """Globs of ids of checks or facts; all, without any."""
    known_failures: Optional[str] = None
    """A list of known failures, relative to the folder of the test module."""
    vectors: Optional[str] = None
    """A folder or archive of vectors, relative to the folder of the test module."""
    timeout: float = 30.0
    """Seconds that one answer may take."""
    seed: Optional[int] = None
    """The number that names which no implementation can know are derived from; another one each time, without it."""


def tests(
    implementation: Implementation,
    *,
    filter: Union[str, Sequence[str]] = (),
    known_failures: Optional[_Path] = None,
    vectors: Optional[_Path] = None,
    timeout: float = 30.0,
    seed: Optional[int] = None,
) -> Tests:
    """Tests of an implementation, to be given a name in a test module: each check becomes a test.

    Args:
        implementation: what is judged, with functions that run in the process of pytest.
        filter: globs of ids of checks or facts, such as ``"transpose/*"``; ``*`` matches ``/`` too.
        known_failures: the list that ``conform --expect`` takes; relative to the folder of the module.
            What is listed becomes a strict xfail.
        vectors: a folder or an archive of vectors, instead of those in the program.
        timeout: seconds that one answer may take.
        seed: derives the names that no implementation can know from this number, to repeat a run.
    """
    if not isinstance(implementation, Implementation):
        raise TypeError(f"found {implementation!r}, expected an Implementation")
    globs = (filter,) if isinstance(filter, str) else tuple(filter)
    return Tests(
        implementation=implementation,
        filter=globs,
        known_failures=None if known_failures is None else os.fspath(known_failures),
        vectors=None if vectors is None else os.fspath(vectors),
        timeout=timeout,
        seed=seed,
    )


# pytest must not treat this function as a test where a module imports it by its name.
tests.__test__ = False  # type: ignore[attr-defined]
