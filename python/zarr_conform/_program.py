"""Where the program is that was installed with this package."""

import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import Distribution
from pathlib import Path

_DISTRIBUTION = "zarr-conform"
_NAME = "conform.exe" if sys.platform == "win32" else "conform"


def program() -> Path:
    """The path of the program ``conform`` that was installed with this package.

    ``PATH`` is not searched, so that another version cannot be run by mistake.

    Raises:
        FileNotFoundError: the distribution was installed without the program.
    """
    looked_at = list(dict.fromkeys(_candidates()))
    for path in looked_at:
        if path.is_file():
            return path
    places = ", ".join(str(path) for path in looked_at)
    message = (
        f"the program {_NAME} of the distribution {_DISTRIBUTION} is in none of: {places}; "
        f"install it again: {sys.executable} -m pip install --force-reinstall {_DISTRIBUTION}"
    )
    raise FileNotFoundError(message)


def _candidates() -> Iterator[Path]:
    """Where the program can be, the surest place first."""
    beside = Path(__file__).resolve().parent.parent
    # The record of what the installer wrote: first of the distribution that this file is of, then,
    # where the package is used from its sources, of one anywhere.
    for where in ([str(beside)], sys.path):
        for distribution in Distribution.discover(name=_DISTRIBUTION, path=where):
            for file in distribution.files or ():
                if file.name == _NAME:
                    yield Path(str(distribution.locate_file(file))).resolve()
    # Installers that keep no record put it with the other scripts of this interpreter, or, as
    # `pip install --target` does, into a folder beside the package.
    yield Path(sysconfig.get_path("scripts")) / _NAME
    yield beside / Path(sysconfig.get_path("scripts")).name / _NAME
