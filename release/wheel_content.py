"""Checks what is in a wheel: every expected file is there, no other is, and the metadata are valid.

    python release/wheel_content.py WHEEL
"""

import re
import sys
import zipfile
from fnmatch import fnmatch
from pathlib import Path

from packaging.metadata import Metadata

# Patterns of the files in a wheel. Each has to be there.
EXPECTED = [
    "zarr_conform/*.py",
    "zarr_conform/py.typed",
    "{data}/scripts/conform",
    "{data}/scripts/zarr-conform",
    "{info}/METADATA",
    "{info}/RECORD",
    "{info}/WHEEL",
    "{info}/entry_points.txt",
    "{info}/licenses/LICENSE-APACHE",
    "{info}/licenses/LICENSE-MIT",
    "{info}/sboms/zarr-conform.cyclonedx.json",
]


def mistakes(path: Path) -> list[str]:
    """What is wrong with a wheel, in words."""
    name, version = path.name.split("-")[:2]
    stem = f"{name}-{version}"
    patterns = [it.format(data=f"{stem}.data", info=f"{stem}.dist-info") for it in EXPECTED]
    with zipfile.ZipFile(path) as wheel:
        files = {it.filename: it for it in wheel.infolist()}
        metadata = Metadata.from_email(wheel.read(f"{stem}.dist-info/METADATA"), validate=True)
    found = [f"{it} is missing" for it in patterns if not any(fnmatch(file, it) for file in files)]
    found += [f"{it} is not expected" for it in files if not any(fnmatch(it, pattern) for pattern in patterns)]
    for program in ("conform", "zarr-conform"):
        mode = files[f"{stem}.data/scripts/{program}"].external_attr >> 16
        if mode & 0o111 != 0o111:
            found.append(f"the mode of {program} is {mode:o}, so that it cannot be run")
    described = metadata.description or ""
    if metadata.license_expression != "MIT OR Apache-2.0" or not metadata.summary or not described:
        found.append("the licence, the summary or the description is missing in the metadata")
    # PyPI shows the description by itself, where no file is beside it.
    found += [f"the link to {it} leads nowhere on PyPI" for it in re.findall(r"\]\((?!https://)([^)]*)", described)]
    return found


if __name__ == "__main__":
    wrong = mistakes(Path(sys.argv[1]))
    for mistake in wrong:
        print(f"error: {sys.argv[1]}: {mistake}", file=sys.stderr)
    sys.exit(1 if wrong else 0)
