"""The adapter's own correctness, of which most is the same as for other adapters."""

from importlib.metadata import version
from pathlib import Path

import adapter_tests
import tensorstore


class Adapter(adapter_tests.CreatingAdapterTests):
    command = Path(__file__).parent / "run"

    # TensorStore calls codecs after that of shards not compatible with it.
    not_created = {"shards in gzip": "invalid"}

    def installed_version(self):
        return version("tensorstore")

    def open_with_the_library(self, store):
        spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": str(store)}}
        tensorstore.open(spec).result()
