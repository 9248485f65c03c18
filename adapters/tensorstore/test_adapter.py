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

    def test_reads_numbers_without_the_bits_above_them(self):
        one_chunk = {"shape": [3], "chunk_grid": adapter_tests.regular_grid(3), "codecs": [{"name": "bytes"}]}
        for data_type, elements in [("int2", "020301"), ("int4", "020f01")]:
            array = self.array({"c/0": "f2ff01"}, **one_chunk, data_type=data_type, fill_value=0)
            [read] = self.ask({"op": "read", **array})
            self.assertEqual(read["ok"]["elements"], elements)
