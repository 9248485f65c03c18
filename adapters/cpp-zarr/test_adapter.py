"""The adapter's own correctness, of which most is the same as for other adapters."""

import json
from importlib.metadata import version
from pathlib import Path

import adapter_tests
import cppzarr
from adapter_tests import BLOSC, GZIP, LITTLE, SPECIAL, ZSTD, configured, metadata, regular_grid, sharding
from adapter import kind
from creation import NotExpressible, arguments

ZERO = {"fill_value": 0.0}
REVERSED = configured("transpose", order=[1, 0])


class Adapter(adapter_tests.AdapterTests):
    command = Path(__file__).parent / "run"

    def installed_version(self):
        return version("cpp-zarr")

    def open_with_the_library(self, store):
        cppzarr.read_zarr(str(store))

    def test_elements_of_the_reference(self):
        for name in ("rank-2-both", "rank-2-columns", "rank-4"):
            fact = adapter_tests.facts("regular-grid/stores")[name]
            store = str(adapter_tests.VECTORS / "regular-grid" / fact["store"])
            [read] = self.ask({"op": "read", "store": store})
            described = {member: fact[member] for member in ("data_type", "shape", "elements")}
            self.assertEqual(read, {"ok": described}, name)

    def test_errors_are_those_of_the_library(self):
        for members in self.refused:
            [answer] = self.ask({"op": "read", **self.array(**members)})
            self.assertEqual(answer["error"]["message"], self.said_by_the_library(self.store), members)

    def test_opening_is_not_offered(self):
        hello, opened = self.ask({"op": "hello", "protocol": 1, "editions": ["3.1"]}, {"op": "open", **self.array()})
        self.assertEqual(hello["ok"]["ops"], ["read", "write", "create"])
        self.assertEqual(opened["error"]["kind"], "unsupported")

    def test_writing_keeps_the_metadata(self):
        array = self.array(codecs=[REVERSED, LITTLE], shape=[2, 2], chunk_grid=regular_grid(2, 2))
        before = json.loads((self.store / "zarr.json").read_text())
        self.assertEqual(self.ask({"op": "write", **array, "elements": SPECIAL}), [{"ok": {}}])
        document = json.loads((self.store / "zarr.json").read_text())
        self.assertEqual({name: document[name] for name in before}, before)
        first, second, third, fourth = (SPECIAL[at : at + 8] for at in range(0, 32, 8))
        self.assertEqual(self.chunk("c/0/0"), first + third + second + fourth)

    def test_creates_what_is_asked(self):
        given = metadata(**ZERO, codecs=[LITTLE], chunk_key_encoding=configured("default", separator="."))
        request = {"op": "create", "store": str(self.store), "metadata": given, "elements": SPECIAL}
        self.assertEqual(self.ask(request), [{"ok": {}}])
        self.assertEqual(self.chunk("c.0"), SPECIAL)
        document = json.loads((self.store / "zarr.json").read_text())
        self.assertEqual({name: document[name] for name in given}, given)

    def test_arguments_say_what_the_metadata_say(self):
        def asked(*codecs, **members):
            return arguments(metadata(**{**ZERO, "codecs": list(codecs), **members}))

        plain = {"zarr_format": 3, "dimension_separator": "/", "chunks": [4], "order": "C", "cname": "none"}
        square = {"shape": [2, 2], "chunk_grid": regular_grid(2, 2)}
        self.assertEqual(asked(LITTLE), plain)
        self.assertEqual(asked(LITTLE, GZIP), {**plain, "cname": "gzip", "clevel": 5})
        self.assertEqual(asked(LITTLE, BLOSC), {**plain, "cname": "lz4", "clevel": 5})
        self.assertEqual(asked(sharding([2], LITTLE)), {**plain, "shards": [4], "chunks": [2]})
        self.assertEqual(asked(REVERSED, LITTLE, **square), {**plain, "chunks": [2, 2], "order": "F"})
        for codecs, members in [
            ([configured("bytes", endian="big")], {}),
            ([LITTLE, ZSTD], {}),
            ([LITTLE, GZIP, GZIP], {}),
            ([LITTLE, configured("blosc", **{**BLOSC["configuration"], "shuffle": "bitshuffle"})], {}),
            ([configured("transpose", order=[0, 1]), LITTLE], square),
            ([sharding([2], LITTLE, index_location="start")], {}),
            ([LITTLE], {"chunk_key_encoding": "v2"}),
            ([LITTLE], {"dimension_names": ["x"]}),
            ([LITTLE], {"attributes": {"units": "K"}}),
            ([LITTLE], {"fill_value": 7.0}),
            # Its bits are not 0.
            ([LITTLE], {"fill_value": -0.0}),
        ]:
            with self.assertRaises(NotExpressible, msg=(codecs, members)):
                asked(*codecs, **members)

    def test_what_the_library_cannot_read_is_unsupported(self):
        for message, expected in [
            ("Cannot read array: it has shards inside shards", "unsupported"),
            ("Cannot read the zarr metadata of array (metadataIncomplete)", "invalid"),
            # This one does not say which of the two it is.
            ("Failed to read the zarr file (unsupported dtype or read error)", "invalid"),
        ]:
            self.assertEqual(kind(RuntimeError(message)), expected, message)
        self.assertEqual(kind(MemoryError()), "internal")
