"""The adapter's own correctness. The argument is the command that starts the adapter, which may be
another one that builds on this.
"""

import json
import sys
import unittest
from importlib.metadata import version

import adapter_tests
import zarr
from adapter_tests import GZIP, LITTLE, SPECIAL, configured, metadata, regular_grid, sharding
from create import arguments

COMMAND = sys.argv.pop(1)
BIG = {"name": "bytes", "configuration": {"endian": "big"}}
TRANSPOSED = {"name": "transpose", "configuration": {"order": [1, 0]}}
# An array of two chunks.
PARTED = {
    "shape": [2, 3],
    "chunk_grid": regular_grid(2, 2),
    "fill_value": 1.0,
    "codecs": [TRANSPOSED, BIG],
}

# The elements (0,0), (1,0), (0,1), (1,1) as stored; the first is a signalling NaN.
CHUNK = "7f80000140000000c000000080000000"
# The same array, little endian and row by row; the last column is in a chunk that is missing.
ELEMENTS = "0100807f000000c00000803f" + "00000040000000800000803f"


class Adapter(adapter_tests.ChangedHierarchyTests, adapter_tests.CreatingAdapterTests):
    command = COMMAND

    def open_with_the_library(self, store):
        zarr.open_array(store=str(store), mode="r", zarr_format=3)

    def test_the_version_is_the_installed_one(self):
        [hello] = self.ask({"op": "hello", "protocol": 1, "editions": ["3.1"]})
        self.assertIn(version("zarr"), hello["ok"]["version"])
        self.assertEqual(hello["ok"]["unsupported"], {"data_types": ["r*"]})

    def test_reads_every_bit(self):
        array = self.array({"c/0/0": CHUNK}, **PARTED)
        described = {"data_type": "float32", "shape": [2, 3]}
        opened, read = self.ask({"op": "open", **array}, {"op": "read", **array})
        self.assertEqual(opened, {"ok": described})
        self.assertEqual(read, {"ok": {**described, "elements": ELEMENTS}})

    def test_reads_regions(self):
        array = self.array({"c/0/0": CHUNK}, **PARTED)
        column = {"start": [0, 1], "shape": [2, 1]}
        border = {"start": [1, 1], "shape": [1, 2]}
        empty = {"start": [1, 1], "shape": [0, 2]}
        [read] = self.ask({"op": "read", **array, "regions": [column, border, column, empty]})
        self.assertEqual(
            read["ok"]["regions"], ["000000c000000080", "000000800000803f", "000000c000000080", ""]
        )

    def test_reads_and_writes_a_scalar(self):
        scalar = {"shape": [], "chunk_grid": regular_grid(), "codecs": [BIG]}
        array = self.array({"c": "7f800001"}, **scalar)
        read, written, reread = self.ask(
            {"op": "read", **array},
            {"op": "write", **array, "elements": "00000080"},
            {"op": "read", **array},
        )
        self.assertEqual((read["ok"]["shape"], read["ok"]["elements"]), ([], "0100807f"))
        self.assertEqual((written, reread["ok"]["elements"]), ({"ok": {}}, "00000080"))
        self.assertEqual(self.chunk("c"), "80000000")

    def test_reads_and_writes_strings_of_a_fixed_length(self):
        self.writes_strings_of_a_fixed_length([2], "00f60100610000006200000000000000")

    def test_reads_and_writes_a_string_of_a_fixed_length(self):
        self.writes_strings_of_a_fixed_length([], "00f6010000000000")

    def writes_strings_of_a_fixed_length(self, shape, elements):
        strings = {"shape": shape, "chunk_grid": regular_grid(*shape), "codecs": [BIG]}
        data_type = {"name": "fixed_length_utf32", "configuration": {"length_bytes": 8}}
        array = self.array({}, **strings, data_type=data_type, fill_value="a")
        wrote, read = self.ask({"op": "write", **array, "elements": elements}, {"op": "read", **array})
        self.assertEqual(wrote, {"ok": {}})
        self.assertEqual(read["ok"]["elements"], elements)

    def test_reads_and_writes_byte_strings(self):
        strings = {"shape": [2], "chunk_grid": regular_grid(2), "codecs": [{"name": "vlen-bytes"}]}
        array = self.array({}, **strings, data_type="bytes", fill_value="YQA=")
        missing, written, read = self.ask(
            {"op": "read", **array},
            {"op": "write", **array, "elements": ["ff00", ""]},
            {"op": "read", **array},
        )
        self.assertEqual(missing["ok"]["elements"], ["6100", "6100"])
        self.assertEqual((written, read["ok"]["elements"]), ({"ok": {}}, ["ff00", ""]))
        self.assertEqual(self.chunk("c/0"), "02000000" + "02000000ff00" + "00000000")

    def test_writes_every_bit(self):
        [written] = self.ask({"op": "write", **self.array(**PARTED), "elements": ELEMENTS})
        self.assertEqual(written, {"ok": {}})
        self.assertEqual(self.chunk("c/0/0"), CHUNK)

    def test_writes_a_region_only(self):
        array = self.array({"c/0/0": CHUNK}, **PARTED)
        region = {"start": [0, 1], "shape": [2, 1]}
        self.ask({"op": "write", **array, "region": region, "elements": "0000404000008040"})
        self.assertEqual(self.chunk("c/0/0"), "7f80000140000000" + "4040000040800000")

    def test_creates_what_is_asked(self):
        request = {"op": "create", "store": str(self.store), "metadata": metadata(**PARTED)}
        [created] = self.ask({**request, "elements": ELEMENTS})
        self.assertEqual(created, {"ok": {}})
        self.assertEqual(self.chunk("c/0/0"), CHUNK)
        document = json.loads((self.store / "zarr.json").read_text())
        for name in ("shape", "data_type", "chunk_grid", "fill_value", "codecs"):
            self.assertEqual(document[name], metadata(**PARTED)[name], name)

    def test_asks_for_shards_as_users_do(self):
        def asked(*codecs):
            found = arguments(metadata(codecs=list(codecs)))
            members = ("shards", "chunks", "filters", "serializer", "compressors")
            return {name: found[name] for name in members if name in found}

        shards = {"shards": (4,), "chunks": (2,), "filters": [], "serializer": LITTLE}
        shards["compressors"] = [GZIP]
        default = [{"name": "bytes", "configuration": {"endian": "little"}}, "crc32c"]
        for codec, expected in [
            (sharding([2], LITTLE, GZIP), shards),
            (sharding([2], LITTLE, GZIP, index_location="end", index_codecs=default), shards),
            (
                sharding([2], LITTLE, GZIP, index_location="start"),
                {**shards, "shards": {"shape": (4,), "index_location": "start"}},
            ),
        ]:
            self.assertEqual(asked(codec), expected)
        # What `shards` cannot say is said with the codec itself.
        plain = sharding([2], LITTLE)
        for codecs in (
            [configured("transpose", order=[0]), plain],
            [plain, GZIP],
            [sharding([2], LITTLE, index_codecs=[LITTLE])],
        ):
            [at] = [at for at, codec in enumerate(codecs) if codec["name"] == "sharding_indexed"]
            serialized = {"filters": codecs[:at], "serializer": codecs[at], "compressors": codecs[at + 1 :]}
            self.assertEqual(asked(*codecs), {"chunks": (4,), **serialized})

    def test_rounds_fill_values_once(self):
        # Just above the middle of two float16 numbers; as a float64 it would be the middle.
        text = json.dumps(metadata(**{**PARTED, "data_type": "float16", "fill_value": "number"}))
        text = text.replace('"number"', "1.00048828125000000000000001")
        self.assertEqual(float("1.00048828125000000000000001"), 1.00048828125)
        line = f'{{"id": 0, "op": "create", "store": "{self.store}", "metadata": {text}, '
        line += f'"elements": "{"013c" * 6}"}}\n'
        self.assertEqual(self.ask_lines(line), [{"ok": {}}])
        document = json.loads((self.store / "zarr.json").read_text())
        self.assertEqual(document["fill_value"], 1.0009765625)

    def test_errors_have_their_kinds(self):
        order = {"name": "transpose", "configuration": {"order": [0, 0]}}
        for members, kind, words in [
            ({"codecs": [order, BIG]}, "invalid", "duplicates"),
            ({"codecs": [{"name": "no such codec"}, BIG]}, "unsupported", "no such codec"),
            ({"data_type": "no such type"}, "unsupported", "no such type"),
        ]:
            [answer] = self.ask({"op": "open", **self.array(**{**PARTED, **members})})
            self.assertEqual(answer["error"]["kind"], kind, answer)
            self.assertIn(words, answer["error"]["message"])

    def test_a_compressor_that_blosc_is_built_without_is_unsupported(self):
        blosc = configured("blosc", cname="snappy", clevel=5, shuffle="noshuffle", typesize=4, blocksize=0)
        # One block that is not split: a literal of an element, and a copy of it.
        compressed = "100c" + "0000803f" + "2e0400"
        block = "14000000" + "09000000" + compressed
        array = self.array({"c/0": "02015004" + "10000000" * 2 + "21000000" + block}, codecs=[LITTLE, blosc])
        read, written = self.ask({"op": "read", **array}, {"op": "write", **array, "elements": SPECIAL})
        # zarrs has what zarr-python lacks.
        if "ok" in read:
            self.assertEqual(read["ok"]["elements"], "0000803f" * 4)
            self.assertEqual(written, {"ok": {}})
        else:
            self.assertEqual([it["error"]["kind"] for it in (read, written)], ["unsupported"] * 2)

    def test_what_create_array_has_no_way_to_say_is_unsupported(self):
        extended = metadata(**PARTED, storage_transformers=[{"name": "x"}])
        request = {"op": "create", "store": str(self.store), "metadata": extended}
        [answer] = self.ask({**request, "elements": ELEMENTS})
        self.assertEqual(answer["error"]["kind"], "unsupported", answer)

    def test_does_not_validate(self):
        # zarr-python takes a list of pairs for an object; the adapter has no opinion.
        array = self.array({"c/0/0": CHUNK}, **PARTED, attributes=[["units", "m"]])
        [read] = self.ask({"op": "read", **array})
        self.assertEqual(read["ok"]["elements"], ELEMENTS)


if __name__ == "__main__":
    unittest.main()
