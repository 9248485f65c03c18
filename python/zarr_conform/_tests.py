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
    exclude: tuple[str, ...] = ()
    """Globs of ids of checks or facts that are left out."""
    known_failures: Optional[str] = None
    """A list of known failures, relative to the folder of the test module."""
    vectors: Optional[str] = None
    """A folder or archive of vectors, relative to the folder of the test module."""
    timeout: float = 30.0
    """Seconds that one answer may take."""
    seed: Optional[int] = None
    """The number that names which no implementation can know are derived from; another one each time, without it."""
    own_process: bool = False
    """Whether the functions run in a process of their own."""


def tests(
    implementation: Implementation,
    *,
    filter: Union[str, Sequence[str]] = (),
    exclude: Union[str, Sequence[str]] = (),
    known_failures: Optional[_Path] = None,
    vectors: Optional[_Path] = None,
    timeout: float = 30.0,
    seed: Optional[int] = None,
    own_process: bool = False,
) -> Tests:
    """Tests of an implementation, to be given a name in a test module: each check becomes a test.

    Args:
        implementation: what is judged, with functions that run in the process of pytest.
        filter: globs of ids of checks or facts, such as ``"transpose/*"``; ``*`` matches ``/`` too.
        exclude: globs of ids of checks or facts to leave out.
        known_failures: the list that ``conform --expect`` takes; relative to the folder of the module.
            What is listed becomes a strict xfail.
        vectors: a folder or an archive of vectors, instead of those in the program.
        timeout: seconds that one answer may take.
        seed: derives the names that no implementation can know from this number, to repeat a run.
        own_process: runs the functions in processes of their own, which import the module: a library that ends its
            process then fails a check, and pytest goes on.
    """
    if not isinstance(implementation, Implementation):
        raise TypeError(f"found {implementation!r}, expected an Implementation")
    return Tests(
        implementation=implementation,
        filter=_globs(filter),
        exclude=_globs(exclude),
        known_failures=None if known_failures is None else os.fspath(known_failures),
        vectors=None if vectors is None else os.fspath(vectors),
        timeout=timeout,
        seed=seed,
        own_process=own_process,
    )


def _globs(given: Union[str, Sequence[str]]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


# pytest must not treat this function as a test where a module imports it by its name.
tests.__test__ = False  # type: ignore[attr-defined]
