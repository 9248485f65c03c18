"""What is made once and used by all processes of pytest-xdist."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Callable


def once(folder: Path, name: str, kind: str, make: Callable[[], str]) -> str:
    """What ``make`` gives, in one process of those that share the folder; the others wait for it.

    It is kept under a name and a kind. Where ``make`` raises an exception, the next process tries again.
    """
    file = folder / f"{sha256(name.encode('utf-8')).hexdigest()}.{kind}"
    with _locked(file.with_suffix(".lock")):
        if not file.exists():
            part = file.with_suffix(".part")
            part.write_text(make(), encoding="utf-8")
            os.replace(part, file)
    return file.read_text(encoding="utf-8")


def made(folder: Path, kind: str) -> list[str]:
    """All of one kind that was made, in the order of time."""
    files = sorted(folder.glob(f"*.{kind}"), key=lambda it: it.stat().st_mtime_ns)
    return [file.read_text(encoding="utf-8") for file in files]


if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def _locked(file: Path) -> Iterator[None]:
        """Holds a lock, which the system takes from a process that ends."""
        with file.open("a+b") as lock:
            while True:
                try:
                    lock.seek(0)
                    msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
                    break
                except OSError:
                    time.sleep(0.05)
            try:
                yield
            finally:
                lock.seek(0)
                msvcrt.locking(lock.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    @contextmanager
    def _locked(file: Path) -> Iterator[None]:
        """Holds a lock, which the system takes from a process that ends."""
        with file.open("a+b") as lock:
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    # A wait in steps, so that Ctrl-C is noticed.
                    time.sleep(0.05)
            yield
