"""Takes out of the Cargo.lock of packed sources what only crates need that are not packed.

    python release/trim_lock.py SOURCES.tar.gz

The sources are built with the versions of the lock file and no others, and cargo refuses one that names packages
which nothing needs. Everything else stays as it is, byte by byte.
"""

import gzip
import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

packed = Path(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    with tarfile.open(packed) as sources:
        sources.extractall(folder, filter="data")
    (manifest,) = Path(folder).glob("*/Cargo.toml")
    # The versions of the lock file satisfy what is there, so that cargo only takes away.
    subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--manifest-path", manifest],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    lock = manifest.with_name("Cargo.lock").read_bytes()

trimmed = io.BytesIO()
with tarfile.open(packed) as sources, tarfile.open(fileobj=trimmed, mode="w", format=sources.format) as out:
    for member in sources:
        if member.name == f"{manifest.parent.name}/Cargo.lock":
            member.size = len(lock)
            out.addfile(member, io.BytesIO(lock))
        else:
            out.addfile(member, sources.extractfile(member) if member.isfile() else None)
packed.write_bytes(gzip.compress(trimmed.getvalue(), mtime=0))
