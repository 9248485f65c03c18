"""The adapter's own correctness, of which most is the same as for other adapters."""

from importlib.metadata import version
from pathlib import Path

import adapter_tests
import z5py


class Adapter(adapter_tests.AdapterTests):
    command = Path(__file__).parent / "run"

    def installed_version(self):
        return version("z5py")

    def open_with_the_library(self, store):
        z5py.File(str(store), "r")["/"]
