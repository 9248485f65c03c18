"""The adapter's own correctness: right elements for plain arrays, every bit of them, the library's errors."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from library import load

HERE = Path(__file__).parent
VECTORS = HERE.parent.parent / "vectors"
# Negative zero, a NaN with sign and payload, a signalling NaN, and the least subnormal number.
SPECIAL = "000000800120a0ff0100a07f01000000"


def exchange(*requests):
    """What a fresh adapter answers, one after the other."""
    lines = "".join(json.dumps({"id": i, **it}) + "\n" for i, it in enumerate(requests))
    done = subprocess.run([HERE / "run"], input=lines, stdout=subprocess.PIPE, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.pop("id") for answer in answers] == list(range(len(requests)))
    return answers


def facts(path):
    topic = json.loads((VECTORS / path).with_suffix(".json").read_text())
    return {fact["id"].rsplit("/", 1)[1]: fact["array"] for fact in topic["facts"]}


class Adapter(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.store = Path(folder.name, "array.zarr")
        self.store.mkdir()

    def array(self, **members):
        """A plain array of four float32 in one chunk, or with other members."""
        document = {
            "zarr_format": 3,
            "node_type": "array",
            "shape": [4],
            "data_type": "float32",
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}},
            "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
            "fill_value": 7.0,
            "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
            **members,
        }
        (self.store / "zarr.json").write_text(json.dumps(document))
        return {"store": str(self.store)}

    def test_elements_of_the_reference(self):
        for name in ("rank-2-both", "rank-2-columns", "rank-4"):
            fact = facts("regular-grid/stores")[name]
            store = str(VECTORS / "regular-grid" / fact["store"])
            [answer] = exchange({"op": "read", "store": store})
            expected = {member: fact[member] for member in ("data_type", "shape", "elements")}
            self.assertEqual(answer, {"ok": expected}, name)

    def test_regions_of_the_reference(self):
        fact = facts("core/storage-regions")["across-chunks"]
        regions = [{"start": it["start"], "shape": it["shape"]} for it in fact["regions"]]
        store = str(VECTORS / "core" / fact["store"])
        [answer] = exchange({"op": "read", "store": store, "regions": regions})
        self.assertEqual(answer["ok"]["regions"], [it["elements"] for it in fact["regions"]])

    def test_every_bit_survives(self):
        array = self.array()
        answers = exchange({"op": "write", **array, "elements": SPECIAL}, {"op": "read", **array})
        self.assertEqual(answers[0], {"ok": {}})
        self.assertEqual((self.store / "c" / "0").read_bytes().hex(), SPECIAL)
        self.assertEqual(answers[1]["ok"]["elements"], SPECIAL)

    def test_a_region_is_written_where_it_belongs(self):
        region = {"start": [1], "shape": [2]}
        [answer] = exchange({"op": "write", **self.array(), "region": region, "elements": SPECIAL[:16]})
        self.assertEqual(answer, {"ok": {}})
        seven = "0000e040"
        written = (self.store / "c" / "0").read_bytes().hex()
        self.assertEqual(written, seven + SPECIAL[:16] + seven)

    def test_errors_are_those_of_the_library(self):
        no_codec = {"codecs": [{"name": "no-such-codec"}]}
        for members in ({"data_type": "no-such-type"}, no_codec, {"shape": [4, 4]}):
            [answer] = exchange({"op": "open", **self.array(**members)})
            self.assertEqual(answer["error"]["message"], said_by_the_library(self.store), members)

    def test_an_unknown_operation_is_unsupported(self):
        [answer] = exchange({"op": "no-such-operation"})
        self.assertEqual(answer["error"]["kind"], "unsupported")

    def test_the_version_is_the_installed_one(self):
        [answer] = exchange({"op": "hello", "protocol": 1, "editions": ["3.1"]})
        self.assertEqual(answer["ok"]["version"], load().GDALVersionInfo(b"RELEASE_NAME").decode())


def said_by_the_library(store):
    gdal = load()
    multidimensional, verbose = 0x10, 0x40
    gdal.CPLErrorReset()
    gdal.GDALOpenEx(str(store).encode(), multidimensional | verbose, None, None, None)
    return f"GdalError: {gdal.CPLGetLastErrorMsg().decode()}"


if __name__ == "__main__":
    unittest.main()
