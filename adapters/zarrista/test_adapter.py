"""The adapter's own correctness, of which most is the same as for other adapters."""

import json
from importlib.metadata import version
from pathlib import Path

import adapter_tests
from adapter_tests import SPECIAL, configured, metadata
from creation import fill_value
from zarrista import Array
from zarrista.store import FilesystemStore


class Adapter(adapter_tests.HierarchyTests, adapter_tests.CreatingAdapterTests):
    command = Path(__file__).parent / "run"

    def installed_version(self):
        return version("zarrista")

    def open_with_the_library(self, store):
        Array.open(FilesystemStore(str(store)))

    def test_creates_what_is_asked(self):
        members = {
            "fill_value": -0.5,
            "chunk_key_encoding": configured("v2", separator="/"),
            "attributes": {"units": "K", "list": [1, {"a": None}]},
            "dimension_names": ["x"],
        }
        request = {"op": "create", "store": str(self.store), "metadata": metadata(**members)}
        self.assertEqual(self.ask({**request, "elements": SPECIAL}), [{"ok": {}}])
        self.assertEqual(self.chunk("0"), SPECIAL)
        document = json.loads((self.store / "zarr.json").read_text())
        attributes = document["attributes"]
        attributes.pop("_zarrs", None)
        self.assertEqual({name: document[name] for name in members}, members)

    def test_raw_bits_and_complex_numbers_are_written(self):
        for data_type, fill, elements in (("r24", [1, 2, 3], "010203040506"), ("complex64", [0, "NaN"], SPECIAL)):
            array = self.array(data_type=data_type, fill_value=fill, shape=[2], chunk_grid=adapter_tests.regular_grid(2))
            answers = self.ask({"op": "write", **array, "elements": elements}, {"op": "read", **array})
            self.assertEqual(answers[0], {"ok": {}})
            self.assertEqual(answers[1]["ok"]["elements"], elements)

    def test_fill_values_keep_their_bits(self):
        for value, data_type, digits in (
            ("0xffc00001", "float32", "0100c0ff"),
            ("-Infinity", "float16", "00fc"),
            (-2, "int64", "feffffffffffffff"),
            ([0.5, "0x3f800000"], "complex64", "0000003f0000803f"),
            ([1, 2, 3], "r24", "010203"),
            (True, "bool", "01"),
            (-2, "int4", "fe"),
            ([0.5, "0x3c00"], "complex_float16", "0038003c"),
            ("AQI=", "bytes", "0102"),
            ([1, 2], "bytes", "0102"),
        ):
            self.assertEqual(fill_value(value, data_type).hex(), digits, data_type)
