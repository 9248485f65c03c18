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
    scripts = Path(sysconfig.get_path("scripts"))
    yield from _recorded([str(beside)])
    # Where `pip install --target` puts it, which keeps no right record.
    yield beside / scripts.name / _NAME
    # The package is used from its sources, or its installer keeps no record.
    yield from _recorded(sys.path)
    yield scripts / _NAME


def _recorded(path: list[str]) -> Iterator[Path]:
    """What the records of the distributions in these folders name as the program."""
    for distribution in Distribution.discover(name=_DISTRIBUTION, path=path):
        for file in distribution.files or ():
            if file.name == _NAME:
                yield Path(str(distribution.locate_file(file))).resolve()
