"""The adapter's own correctness: right elements for stores that are written here byte by byte, and
errors that are the library's. The argument is the command that starts the adapter.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from importlib.metadata import version

COMMAND = sys.argv.pop(1)
BIG = {"name": "bytes", "configuration": {"endian": "big"}}
TRANSPOSED = {"name": "transpose", "configuration": {"order": [1, 0]}}

# The elements (0,0), (1,0), (0,1), (1,1) as stored; the first is a signalling NaN.
CHUNK = "7f80000140000000c000000080000000"
# The same array, little endian and row by row; the last column is in a chunk that is missing.
ELEMENTS = "0100807f000000c00000803f" + "00000040000000800000803f"


def metadata(**changes):
    return {
        "zarr_format": 3,
        "node_type": "array",
        "shape": [2, 3],
        "data_type": "float32",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2]}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": 1.0,
        "codecs": [TRANSPOSED, BIG],
        **changes,
    }


def ask(*requests):
    """What the adapter answers to each request: `ok`, or the error's kind and message."""
    lines = "".join(json.dumps({"id": id, **it}) + "\n" for id, it in enumerate(requests))
    done = subprocess.run([COMMAND], input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == list(range(len(requests))), done.stdout
    return [answer.get("ok", answer.get("error")) for answer in answers]


class Adapter(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def store(self, document, chunks=()):
        (self.folder / "zarr.json").write_text(json.dumps(document))
        for key, digits in dict(chunks).items():
            path = self.folder / key
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(bytes.fromhex(digits))
        return str(self.folder)

    def chunk(self, key):
        return (self.folder / key).read_bytes().hex()

    def test_names_the_library(self):
        [hello] = ask({"op": "hello", "protocol": 1, "editions": ["3.1"]})
        self.assertIn(version("zarr"), hello["version"])
        self.assertEqual(hello["unsupported"], {"data_types": ["r*"]})

    def test_reads_every_bit(self):
        store = self.store(metadata(), {"c/0/0": CHUNK})
        described = {"data_type": "float32", "shape": [2, 3]}
        opened, read = ask({"op": "open", "store": store}, {"op": "read", "store": store})
        self.assertEqual(opened, described)
        self.assertEqual(read, {**described, "elements": ELEMENTS})

    def test_reads_regions(self):
        store = self.store(metadata(), {"c/0/0": CHUNK})
        column = {"start": [0, 1], "shape": [2, 1]}
        border = {"start": [1, 1], "shape": [1, 2]}
        empty = {"start": [1, 1], "shape": [0, 2]}
        [read] = ask({"op": "read", "store": store, "regions": [column, border, column, empty]})
        self.assertEqual(
            read["regions"], ["000000c000000080", "000000800000803f", "000000c000000080", ""]
        )

    def test_reads_and_writes_a_scalar(self):
        grid = {"name": "regular", "configuration": {"chunk_shape": []}}
        scalar = metadata(shape=[], chunk_grid=grid, codecs=[BIG])
        store = self.store(scalar, {"c": "7f800001"})
        read, written, reread = ask(
            {"op": "read", "store": store},
            {"op": "write", "store": store, "elements": "00000080"},
            {"op": "read", "store": store},
        )
        self.assertEqual((read["shape"], read["elements"]), ([], "0100807f"))
        self.assertEqual((written, reread["elements"]), ({}, "00000080"))
        self.assertEqual(self.chunk("c"), "80000000")

    def test_writes_every_bit(self):
        store = self.store(metadata())
        [written] = ask({"op": "write", "store": store, "elements": ELEMENTS})
        self.assertEqual(written, {})
        self.assertEqual(self.chunk("c/0/0"), CHUNK)

    def test_writes_a_region_only(self):
        store = self.store(metadata(), {"c/0/0": CHUNK})
        region = {"start": [0, 1], "shape": [2, 1]}
        ask({"op": "write", "store": store, "region": region, "elements": "0000404000008040"})
        self.assertEqual(self.chunk("c/0/0"), "7f80000140000000" + "4040000040800000")

    def test_creates_what_is_asked(self):
        request = {"op": "create", "store": str(self.folder), "metadata": metadata()}
        [created] = ask({**request, "elements": ELEMENTS})
        self.assertEqual(created, {})
        self.assertEqual(self.chunk("c/0/0"), CHUNK)
        document = json.loads((self.folder / "zarr.json").read_text())
        for name in ("shape", "data_type", "chunk_grid", "fill_value", "codecs"):
            self.assertEqual(document[name], metadata()[name], name)

    def test_rounds_fill_values_once(self):
        # Just above the middle of two float16 numbers; as a float64 it would be the middle.
        text = json.dumps(metadata(data_type="float16", fill_value="number"))
        text = text.replace('"number"', "1.00048828125000000000000001")
        self.assertEqual(float("1.00048828125000000000000001"), 1.00048828125)
        line = f'{{"id": 0, "op": "create", "store": "{self.folder}", "metadata": {text}, '
        line += f'"elements": "{"013c" * 6}"}}\n'
        subprocess.run([COMMAND], input=line, capture_output=True, text=True, check=True)
        document = json.loads((self.folder / "zarr.json").read_text())
        self.assertEqual(document["fill_value"], 1.0009765625)

    def test_errors_are_those_of_the_library(self):
        order = {"name": "transpose", "configuration": {"order": [0, 0]}}
        for changes, kind, words in [
            ({"codecs": [order, BIG]}, "invalid", "duplicates"),
            ({"codecs": [{"name": "no such codec"}, BIG]}, "unsupported", "no such codec"),
            ({"data_type": "no such type"}, "unsupported", "no such type"),
        ]:
            store = self.store(metadata(**changes))
            [error] = ask({"op": "open", "store": store})
            self.assertEqual(error.get("kind"), kind, error)
            self.assertIn(words, error["message"])

    def test_what_cannot_be_asked_is_unsupported(self):
        request = {"op": "create", "store": str(self.folder), "elements": ELEMENTS}
        extended = metadata(storage_transformers=[{"name": "x"}])
        for answer in ask({**request, "metadata": extended}, {"op": "encode"}, {"op": "x"}):
            self.assertEqual(answer.get("kind"), "unsupported", answer)

    def test_does_not_validate(self):
        # zarr-python takes a list of pairs for an object; the adapter has no opinion.
        store = self.store(metadata(attributes=[["units", "m"]]), {"c/0/0": CHUNK})
        [read] = ask({"op": "read", "store": store})
        self.assertEqual(read["elements"], ELEMENTS)


if __name__ == "__main__":
    unittest.main()
