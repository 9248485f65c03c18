"""What holds for every adapter in Python: right elements for plain arrays, every bit of them, and the
library's errors. An adapter's `test_adapter.py` derives a class from `AdapterTests`, answers what is
asked there, and adds tests of its own; its script `test` puts this folder on Python's path.
"""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

VECTORS = Path(__file__).parent.parent.parent / "vectors"
LITTLE = {"name": "bytes", "configuration": {"endian": "little"}}
# Negative zero, a NaN with sign and payload, a signalling NaN, and the least subnormal number.
SPECIAL = "000000800120a0ff0100a07f01000000"


def metadata(**members):
    """A plain array of four float32 in one chunk, or with other members."""
    return {
        "zarr_format": 3,
        "node_type": "array",
        "shape": [4],
        "data_type": "float32",
        "chunk_grid": regular_grid(4),
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": 7.0,
        "codecs": [LITTLE],
        **members,
    }


def regular_grid(*chunk_shape):
    return {"name": "regular", "configuration": {"chunk_shape": list(chunk_shape)}}


def facts(path):
    topic = json.loads((VECTORS / path).with_suffix(".json").read_text())
    return {fact["id"].rsplit("/", 1)[1]: fact["array"] for fact in topic["facts"]}


class AdapterTests(unittest.TestCase):
    """Import the module, not this class, or it is taken for tests of the module that imports it."""

    # The command that starts the adapter.
    command: str | Path

    # Members of metadata with which the library opens no array.
    refused = ({"data_type": "no-such-type"}, {"codecs": [{"name": "no-such-codec"}]}, {"shape": [4, 4]})

    def installed_version(self):
        """The version of the library, from elsewhere than the adapter."""
        raise NotImplementedError

    def open_with_the_library(self, store):
        """Opens the array in the library's own way, and raises what it raises."""
        raise NotImplementedError

    def said_by_the_library(self, store):
        """The message with which an adapter passes on what the library has against a store."""
        try:
            self.open_with_the_library(store)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        raise AssertionError("the library opens this store")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.store = Path(folder.name, "array.zarr")
        self.store.mkdir()

    def ask(self, *requests):
        """What a fresh adapter answers, one after the other."""
        lines = "".join(json.dumps({"id": i, **it}) + "\n" for i, it in enumerate(requests))
        return self.ask_lines(lines)

    def ask_lines(self, lines):
        done = subprocess.run([self.command], input=lines, stdout=subprocess.PIPE, text=True, check=True)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        ids = [answer.pop("id") for answer in answers]
        self.assertEqual(ids, list(range(lines.count("\n"))), done.stdout)
        return answers

    def array(self, chunks=(), **members):
        """Stores an array: `metadata` with these members, and chunks as hexadecimal digits by key."""
        (self.store / "zarr.json").write_text(json.dumps(metadata(**members)))
        for key, digits in dict(chunks).items():
            path = self.store / key
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(bytes.fromhex(digits))
        return {"store": str(self.store)}

    def chunk(self, key):
        return (self.store / key).read_bytes().hex()

    def test_elements_of_the_reference(self):
        for name in ("rank-2-both", "rank-2-columns", "rank-4"):
            fact = facts("regular-grid/stores")[name]
            store = str(VECTORS / "regular-grid" / fact["store"])
            described = {member: fact[member] for member in ("data_type", "shape")}
            opened, read = self.ask({"op": "open", "store": store}, {"op": "read", "store": store})
            self.assertEqual(opened, {"ok": described}, name)
            self.assertEqual(read, {"ok": {**described, "elements": fact["elements"]}}, name)

    def test_regions_of_the_reference(self):
        fact = facts("core/storage-regions")["across-chunks"]
        regions = [{"start": it["start"], "shape": it["shape"]} for it in fact["regions"]]
        store = str(VECTORS / "core" / fact["store"])
        [answer] = self.ask({"op": "read", "store": store, "regions": regions})
        self.assertEqual(answer["ok"]["regions"], [it["elements"] for it in fact["regions"]])

    def test_every_bit_survives(self):
        array = self.array()
        answers = self.ask({"op": "write", **array, "elements": SPECIAL}, {"op": "read", **array})
        self.assertEqual(answers[0], {"ok": {}})
        self.assertEqual(self.chunk("c/0"), SPECIAL)
        self.assertEqual(answers[1]["ok"]["elements"], SPECIAL)

    def test_a_region_is_written_where_it_belongs(self):
        region = {"start": [1], "shape": [2]}
        [answer] = self.ask({"op": "write", **self.array(), "region": region, "elements": SPECIAL[:16]})
        self.assertEqual(answer, {"ok": {}})
        seven = "0000e040"
        self.assertEqual(self.chunk("c/0"), seven + SPECIAL[:16] + seven)

    def test_errors_are_those_of_the_library(self):
        for members in self.refused:
            [answer] = self.ask({"op": "open", **self.array(**members)})
            self.assertEqual(answer["error"]["message"], self.said_by_the_library(self.store), members)

    def test_an_operation_that_is_not_offered_is_unsupported(self):
        for op in ("no-such-operation", "encode"):
            [answer] = self.ask({"op": op})
            self.assertEqual(answer["error"]["kind"], "unsupported", op)

    def test_the_version_is_the_installed_one(self):
        [answer] = self.ask({"op": "hello", "protocol": 1, "editions": ["3.1"]})
        self.assertEqual(answer["ok"]["version"], self.installed_version())


class CreatingAdapterTests(AdapterTests):
    """Of an adapter that offers `create`."""

    def test_created_elements_are_stored(self):
        request = {"op": "create", "store": str(self.store), "metadata": metadata(), "elements": SPECIAL}
        self.assertEqual(self.ask(request), [{"ok": {}}])
        self.assertEqual(self.chunk("c/0"), SPECIAL)
