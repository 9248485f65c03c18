"""``python -m zarr_conform``: runs the program ``conform`` with the same arguments."""

import os
import subprocess
import sys

from . import program


def main() -> int:
    """Runs the program, in place of this process where the system can do that."""
    command = [str(program()), *sys.argv[1:]]
    if sys.platform != "win32":
        os.execv(command[0], command)
    # Windows sends Ctrl-C to the program, too: it ends by itself, and its exit code is passed on.
    process = subprocess.Popen(command)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


if __name__ == "__main__":
    sys.exit(main())
