"""Starts a command, sends it a signal once it runs, and ends with its exit code.

    python release/interrupt.py INT conform --impl "sleep 60"
"""

import signal
import subprocess
import sys
import time

process = subprocess.Popen(sys.argv[2:])
# Time to start, through a Python or not, and to listen for signals.
time.sleep(1.5)
process.send_signal(signal.Signals[f"SIG{sys.argv[1]}"])
try:
    sys.exit(process.wait(timeout=20))
except subprocess.TimeoutExpired:
    process.kill()
    sys.exit("it did not end")
