"""The adapter's own correctness, of which most is the same as for other adapters."""

import json
import struct
from importlib.metadata import version
from pathlib import Path

import adapter_tests
import z5py
from adapter_tests import BLOSC, LITTLE, ZSTD, configured, metadata, regular_grid, sharding
from creation import NotExpressible, arguments


class Adapter(adapter_tests.ChangedHierarchyTests, adapter_tests.CreatingAdapterTests):
    command = Path(__file__).parent / "run"

    # z5py has one kind of index, and no codecs beside that of shards.
    not_created = dict.fromkeys(("index at start", "other index", "shards in gzip"), "unsupported")

    def installed_version(self):
        return version("z5py")

    def open_with_the_library(self, store):
        z5py.File(str(store), "r")["/"]

    def test_creates_what_is_asked(self):
        members = {
            "fill_value": -0.5,
            "chunk_key_encoding": configured("v2", separator="."),
            "attributes": {"units": "K", "list": [1, {"a": None}]},
        }
        request = {"op": "create", "store": str(self.store), "metadata": metadata(**members)}
        [answer] = self.ask({**request, "elements": adapter_tests.SPECIAL})
        self.assertEqual(answer, {"ok": {}})
        self.assertEqual(self.chunk("0"), adapter_tests.SPECIAL)
        document = json.loads((self.store / "zarr.json").read_text())
        self.assertEqual({name: document[name] for name in members}, members)

    def test_arguments_say_what_the_metadata_say(self):
        def asked(*codecs, **members):
            return arguments(metadata(codecs=list(codecs), **members))

        plain = {"shape": (4,), "dtype": "float32", "fillvalue": 7.0, "chunk_key_encoding": "default"}
        plain |= {"chunks": (4,), "compression": "raw"}
        blosc = {"compression": "blosc", "codec": "lz4", "level": 5, "shuffle": 1, "blocksize": 0}
        self.assertEqual(asked(LITTLE), plain)
        self.assertEqual(asked(LITTLE, BLOSC), {**plain, **blosc})
        self.assertEqual(asked(LITTLE, ZSTD), {**plain, "compression": "zstd", "level": 3})
        self.assertEqual(asked(sharding([2], LITTLE)), {**plain, "shards": (4,), "chunks": (2,)})
        quiet = asked(LITTLE, fill_value="0xffc00001")["fillvalue"]
        self.assertEqual(struct.pack(">f", quiet).hex(), "ffc00001")
        v2 = asked(LITTLE, chunk_key_encoding="v2")
        self.assertEqual(v2, {**plain, "chunk_key_encoding": "v2"})
        typesize = configured("blosc", **{**BLOSC["configuration"], "typesize": 2})
        for codecs, members in [
            ([configured("bytes", endian="big")], {}),
            ([LITTLE, configured("zstd", level=3, checksum=True)], {}),
            ([LITTLE, typesize], {}),
            ([LITTLE, ZSTD, ZSTD], {}),
            ([sharding([2], LITTLE, index_location="start")], {}),
            ([LITTLE], {"chunk_key_encoding": configured("v2", separator="/")}),
            ([LITTLE], {"dimension_names": ["x"]}),
            # z5py would make chunks of 4 elements.
            ([LITTLE], {"chunk_grid": regular_grid(5)}),
            # As a Python float, this NaN would be another one.
            ([LITTLE], {"fill_value": "0x7f800001"}),
        ]:
            with self.assertRaises(NotExpressible, msg=(codecs, members)):
                asked(*codecs, **members)
