"""The adapter's own correctness, of which most is the same as for other adapters."""

import json
import math
import struct
from importlib.metadata import version
from pathlib import Path

import adapter_tests
from adapter_tests import GZIP, LITTLE, SPECIAL, configured, metadata
from creation import NotExpressible, arguments
from simplezarr import LocalStore, open_zarr


class Adapter(adapter_tests.ChangedHierarchyTests, adapter_tests.CreatingAdapterTests):
    command = Path(__file__).parent / "run"

    # simplezarr looks at codecs and at the rank of the grid when a chunk is read.
    refused = ({"data_type": "no-such-type"}, {"chunk_grid": {"name": "no-such-grid"}}, {"shape": [4, 4]})

    not_created = dict.fromkeys(("shards", "index at start", "other index", "shards in gzip"), "unsupported")

    def installed_version(self):
        return version("simplezarr")

    def open_with_the_library(self, store):
        open_zarr(LocalStore(str(store)))

    def test_an_operation_that_is_not_offered_is_unsupported(self):
        for op in ("no-such-operation", "grid"):
            [answer] = self.ask({"op": op})
            self.assertEqual(answer["error"]["kind"], "unsupported", op)

    def test_encodes_and_decodes_a_chunk(self):
        codecs = [configured("transpose", order=[1, 0]), configured("bytes", endian="big")]
        chunk = {"data_type": "int16", "shape": [2, 3], "codecs": codecs}
        elements, encoded = "010002000300040005000600", "000100040002000500030006"
        answers = self.ask(
            {"op": "encode", **chunk, "elements": elements},
            {"op": "decode", **chunk, "encoded": encoded},
            {"op": "decode", **chunk, "encoded": encoded[:-4]},
        )
        self.assertEqual(answers[:2], [{"ok": {"encoded": encoded}}, {"ok": {"elements": elements}}])
        self.assertEqual(answers[2]["error"]["kind"], "invalid")

    def test_creates_what_is_asked(self):
        members = {
            "fill_value": -0.5,
            "chunk_key_encoding": configured("default", separator="."),
            "attributes": {"units": "K", "list": [1, {"a": None}]},
            "dimension_names": ["x"],
        }
        request = {"op": "create", "store": str(self.store), "metadata": metadata(**members)}
        self.assertEqual(self.ask({**request, "elements": SPECIAL}), [{"ok": {}}])
        self.assertEqual(self.chunk("c.0"), SPECIAL)
        document = json.loads((self.store / "zarr.json").read_text())
        self.assertEqual({name: document[name] for name in members}, members)

    def test_arguments_say_what_the_metadata_say(self):
        def asked(**members):
            return arguments(metadata(**members))

        plain = {"shape": (4,), "dtype": "float32", "chunk_shape": (4,), "chunk_path_separator": "/"}
        plain |= {"fill_value": 7.0, "codecs": [LITTLE], "attributes": None, "dimension_names": None}
        self.assertEqual(asked(), plain)
        self.assertEqual(asked(codecs=["bytes", GZIP])["codecs"], [{"name": "bytes"}, GZIP])
        self.assertEqual(asked(dimension_names=[None]), plain)
        self.assertEqual(asked(storage_transformers=[]), plain)
        self.assertEqual(struct.pack(">f", asked(fill_value="0xffc00001")["fill_value"]).hex(), "ffc00001")
        self.assertTrue(math.isnan(asked(fill_value="NaN")["fill_value"]))
        number = asked(data_type="complex64", fill_value=["-Infinity", -0.0])["fill_value"]
        self.assertEqual(struct.pack("<2d", number.real, number.imag), struct.pack("<2d", -math.inf, -0.0))
        for members in (
            {"chunk_key_encoding": "v2"},
            {"chunk_grid": configured("rectilinear", chunk_shapes=[[4]])},
            {"shape": [4, 4], "dimension_names": ["x", None]},
            {"unknown": 1},
            # As a Python float, this NaN would be another one.
            {"fill_value": "0x7f800001"},
        ):
            with self.assertRaises(NotExpressible, msg=members):
                asked(**members)
