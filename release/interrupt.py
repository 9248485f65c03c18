"""Starts a command, sends it a signal once it has made a file, and ends with its exit code.

    python release/interrupt.py INT started bash -c "touch started; sleep 60"
"""

import signal
import subprocess
import sys
import time
from pathlib import Path

name, started = sys.argv[1], Path(sys.argv[2])
started.unlink(missing_ok=True)
process = subprocess.Popen(sys.argv[3:])
while process.poll() is None and not started.exists():
    time.sleep(0.05)
process.send_signal(signal.Signals[f"SIG{name}"])
try:
    sys.exit(process.wait(timeout=30))
except subprocess.TimeoutExpired:
    process.kill()
    sys.exit("it did not end")
