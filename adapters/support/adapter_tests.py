"""What holds for every adapter in Python: right elements for plain arrays, every bit of them, and the
library's errors. An adapter's `test_adapter.py` derives a class from `AdapterTests`, answers what is
asked there, and adds tests of its own; its script `test` puts this folder on Python's path.
"""

import gzip
import json
import struct
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


def configured(name, **configuration):
    return {"name": name, "configuration": configuration}


def crc32c(data):
    """The checksum as it is stored."""
    rest = 0xFFFFFFFF
    for byte in data:
        rest ^= byte
        for _ in range(8):
            rest = rest >> 1 ^ (0x82F63B78 if rest & 1 else 0)
    return struct.pack("<I", rest ^ 0xFFFFFFFF)


def shard(*chunks):
    """Inner chunks one after the other, and their index with its checksum at the end."""
    ends = [sum(map(len, chunks[: k + 1])) for k in range(len(chunks))]
    index = b"".join(struct.pack("<2Q", end - len(it), len(it)) for end, it in zip(ends, chunks))
    return b"".join(chunks) + index + crc32c(index)


def inner_chunks(shard, count, index_location="end"):
    """The inner chunks that an index of this many entries with a checksum points to."""
    length = 16 * count + 4
    index = shard[-length:] if index_location == "end" else shard[:length]
    assert index[-4:] == crc32c(index[:-4]), "the checksum of the index is wrong"
    entries = struct.iter_unpack("<2Q", index[:-4])
    return [shard[offset : offset + nbytes] for offset, nbytes in entries]


def sharding(chunk_shape, *codecs, **members):
    index_codecs = [LITTLE, {"name": "crc32c"}]
    given = {"chunk_shape": chunk_shape, "codecs": list(codecs), "index_codecs": index_codecs, **members}
    return configured("sharding_indexed", **given)


# The special elements under each codec: a list of codecs, and the chunk. Zstandard and Blosc have forms
# for bytes that are not compressed.
ELEMENTS = bytes.fromhex(SPECIAL)
GZIP = configured("gzip", level=5)
ZSTD = configured("zstd", level=3, checksum=False)
BLOSC = configured("blosc", cname="lz4", clevel=5, shuffle="shuffle", typesize=4, blocksize=0)
ENCODED = {
    "gzip": ([LITTLE, GZIP], gzip.compress(ELEMENTS)),
    "zstd": ([LITTLE, ZSTD], bytes.fromhex("28b52ffd2010810000") + ELEMENTS),
    "blosc": ([LITTLE, BLOSC], struct.pack("<4B3I", 2, 1, 0x22, 4, 16, 16, 32) + ELEMENTS),
    "crc32c": ([LITTLE, {"name": "crc32c"}], ELEMENTS + crc32c(ELEMENTS)),
    "sharding_indexed": ([sharding([2], LITTLE)], shard(ELEMENTS[:8], ELEMENTS[8:])),
}


def facts(path):
    topic = json.loads((VECTORS / path).with_suffix(".json").read_text())
    return {fact["id"].rsplit("/", 1)[1]: fact["array"] for fact in topic["facts"]}


class AnsweringTests(unittest.TestCase):
    """Of any adapter, also of one that offers `open` only.

    Import the module, not these classes, or they are treated as tests of the module that imports them.
    """

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
        self.folder = Path(folder.name)
        self.store = self.folder / "array.zarr"
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
        self.store.mkdir(exist_ok=True)
        (self.store / "zarr.json").write_text(json.dumps(metadata(**members)))
        for key, digits in dict(chunks).items():
            path = self.store / key
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(bytes.fromhex(digits))
        return {"store": str(self.store)}

    def chunk(self, key):
        return (self.store / key).read_bytes().hex()

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


class AdapterTests(AnsweringTests):
    """Of an adapter that offers `read` and `write`."""

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

    def test_reads_each_codec_but_those_that_it_denies(self):
        reads = []
        for name, (codecs, chunk) in ENCODED.items():
            self.store = self.folder / name
            reads.append({"op": "read", **self.array({"c/0": chunk.hex()}, codecs=codecs)})
        hello, *answers = self.ask({"op": "hello", "protocol": 1, "editions": ["3.1"]}, *reads)
        denied = hello["ok"].get("unsupported", {}).get("codecs", [])
        for name, read in zip(ENCODED, answers, strict=True):
            self.assertEqual("error" in read, name in denied, (name, read))
            if "ok" in read:
                self.assertEqual(read["ok"]["elements"], SPECIAL, name)


# Attributes that a library may change: nested values, an integer beyond 32 bits, and a null.
ATTRIBUTES = {"spam": "ham", "eggs": [1, {"deep": True}], "large": 2**40, "nothing": None}


class HierarchyTests:
    """Of an adapter that offers `node`, `children` and `walk`; stands beside one of the classes above.

    The expected answers are those of the documents: a group with attributes, an array in it, and a group
    whose name begins like that of the other.
    """

    # What of ATTRIBUTES the library gives otherwise.
    attributes_given: dict[str, object] = {}

    def hierarchy(self):
        group = {"zarr_format": 3, "node_type": "group"}
        documents = {
            ".": group,
            "a": {**group, "attributes": ATTRIBUTES},
            "a/x": metadata(attributes={"of": "x"}),
            "ab": group,
        }
        for path, document in documents.items():
            folder = self.store / path
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "zarr.json").write_text(json.dumps(document))
        return {"store": str(self.store)}

    def test_nodes_are_those_of_the_documents(self):
        store = self.hierarchy()
        paths = ("/a", "/a/x", "/a/missing")
        group, array, missing = self.ask(*({"op": "node", **store, "path": path} for path in paths))
        attributes = {**ATTRIBUTES, **self.attributes_given}
        self.assertEqual(group, {"ok": {"node_type": "group", "attributes": attributes}})
        self.assertEqual(array, {"ok": {"node_type": "array", "attributes": {"of": "x"}}})
        self.assertNotIn("ok", missing)

    def test_children_and_all_nodes_are_those_of_the_documents(self):
        store = self.hierarchy()
        below, leaf, nodes = self.ask(
            {"op": "children", **store, "path": "/a"},
            {"op": "children", **store, "path": "/ab"},
            {"op": "walk", **store},
        )
        self.assertEqual(below, {"ok": {"children": {"x": "array"}}})
        self.assertEqual(leaf, {"ok": {"children": {}}})
        self.assertEqual(nodes["ok"]["nodes"], {"/": "group", "/a": "group", "/a/x": "array", "/ab": "group"})

    def test_an_array_is_reached_by_its_path_and_through_the_root(self):
        store = self.hierarchy()
        [hello] = self.ask({"op": "hello", "protocol": 1, "editions": ["3.1"]})
        self.assertLessEqual({"path", "through"}, set(hello["ok"]["ops"]))
        place = {**store, "path": "/a/x"}
        written, *read = self.ask(
            {"op": "write", **place, "elements": SPECIAL},
            {"op": "read", **place},
            {"op": "read", **place, "through": "/"},
        )
        self.assertEqual(written, {"ok": {}})
        self.assertEqual(self.chunk("a/x/c/0"), SPECIAL)
        self.assertEqual([answer["ok"]["elements"] for answer in read], [SPECIAL] * 2)


class ChangedHierarchyTests(HierarchyTests):
    """Of an adapter that also changes hierarchies: what it offers does what is asked, and nothing beside."""

    def test_changes_are_those_that_are_asked(self):
        store = self.hierarchy()
        [hello] = self.ask({"op": "hello", "protocol": 1, "editions": ["3.1"]})
        changes = [
            {"op": "create_group", **store, "path": "/ab/new", "attributes": {"spam": "ham"}},
            {"op": "create", **store, "path": "/ab/y", "metadata": metadata(), "elements": SPECIAL},
            {"op": "set_attributes", **store, "path": "/a", "attributes": {"only": -(2**40)}},
            {"op": "delete", **store, "path": "/a/x"},
        ]
        changes = [change for change in changes if change["op"] in hello["ok"]["ops"]]
        self.assertGreaterEqual(len(changes), 2)
        kept = (self.store / "ab/zarr.json").read_text()
        self.assertEqual(self.ask(*changes), [{"ok": {}}] * len(changes))
        self.assertEqual((self.store / "ab/zarr.json").read_text(), kept)
        for change in changes:
            document = self.store / change["path"].removeprefix("/") / "zarr.json"
            if change["op"] == "delete":
                self.assertFalse(document.exists())
            elif change["op"] == "create":
                self.assertEqual(self.chunk("ab/y/c/0"), SPECIAL)
            else:
                self.assertEqual(json.loads(document.read_text())["attributes"], change["attributes"])


class CreatingAdapterTests(AdapterTests):
    """Of an adapter that offers `create`."""

    # What of `CREATED` is refused, and the kind of the error.
    not_created: dict[str, str] = {}

    def test_created_elements_are_stored(self):
        request = {"op": "create", "store": str(self.store), "metadata": metadata(), "elements": SPECIAL}
        self.assertEqual(self.ask(request), [{"ok": {}}])
        self.assertEqual(self.chunk("c/0"), SPECIAL)

    def test_creates_what_it_can_say_of_codecs(self):
        given = [codecs for codecs, _ in CREATED.values()]
        stores = [self.folder / str(number) for number in range(len(given))]
        requests = []
        for store, codecs in zip(stores, given, strict=True):
            store.mkdir()
            request = {"op": "create", "store": str(store), "elements": SPECIAL}
            requests.append({**request, "metadata": metadata(codecs=codecs)})
        for store, answer, name in zip(stores, self.ask(*requests), CREATED, strict=True):
            codecs, decoded = CREATED[name]
            if name in self.not_created:
                self.assertEqual(answer.get("error", {}).get("kind"), self.not_created[name], name)
                continue
            self.assertEqual(answer, {"ok": {}}, name)
            document = json.loads((store / "zarr.json").read_text())
            self.assertEqual(in_full(document["codecs"]), in_full(codecs), name)
            self.assertEqual(decoded((store / "c/0").read_bytes()), ELEMENTS, name)


def in_full(codecs):
    """With the location of the index that is the default."""
    codecs = json.loads(json.dumps(codecs))
    for codec in codecs:
        if codec["name"] == "sharding_indexed":
            codec["configuration"].setdefault("index_location", "end")
    return codecs


def gunzipped_shard(chunk):
    return b"".join(map(gzip.decompress, inner_chunks(chunk, 2)))


def without_checksum(chunk):
    """The inner chunks of a shard with a big-endian index."""
    index = struct.pack("<4Q", *struct.unpack(">4Q", chunk[-32:]))
    return b"".join(inner_chunks(chunk[:-32] + index + crc32c(index), 2))


BIG_INDEX = [configured("bytes", endian="big")]
# Codec lists that users ask for when they create an array, and how a chunk is decoded by hand.
CREATED = {
    "gzip": ([LITTLE, configured("gzip", level=9)], gzip.decompress),
    "shards": ([sharding([2], LITTLE, GZIP)], gunzipped_shard),
    "index at start": (
        [sharding([2], LITTLE, index_location="start")],
        lambda chunk: b"".join(inner_chunks(chunk, 2, "start")),
    ),
    "other index": ([sharding([2], LITTLE, index_codecs=BIG_INDEX)], without_checksum),
    "shards in gzip": (
        [sharding([2], LITTLE), GZIP],
        lambda chunk: b"".join(inner_chunks(gzip.decompress(chunk), 2)),
    ),
}
