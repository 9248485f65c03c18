"""Globs as ``conform --filter`` has them."""

import fnmatch
import re
from collections.abc import Iterator
from re import Pattern

_BRACES = re.compile(r"\{([^{}]*)\}")


def compile_glob(glob: str) -> Pattern[str]:
    """A glob: ``*`` matches anything, ``/`` too, ``?`` one character, ``[ab]`` one of these, ``{a,b}``
    either."""
    return re.compile("|".join(fnmatch.translate(it) for it in _alternatives(glob)))


def _alternatives(glob: str) -> Iterator[str]:
    """Globs without braces that together match the same."""
    braces = _BRACES.search(glob)
    if braces is None:
        yield glob
        return
    for choice in braces.group(1).split(","):
        yield from _alternatives(glob[: braces.start()] + choice + glob[braces.end() :])
