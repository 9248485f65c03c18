"""The adapter's own correctness, of which most is the same as for other adapters."""

import json
from importlib.metadata import version
from pathlib import Path

import adapter_tests
from adapter_tests import configured
from zarr_metadata.model import ZarrV3ArrayMetadata


class Adapter(adapter_tests.AnsweringTests):
    command = Path(__file__).parent / "run"

    refused = ({"shape": [-4]}, {"shape": [4, 4]}, {"codecs": []})

    def installed_version(self):
        return version("zarr-metadata")

    def open_with_the_library(self, store):
        ZarrV3ArrayMetadata.from_key_value({"zarr.json": (store / "zarr.json").read_bytes()})

    def test_opens_what_is_there(self):
        [opened] = self.ask({"op": "open", **self.array(shape=[2**63], data_type="uint8", fill_value=7)})
        self.assertEqual(opened, {"ok": {"data_type": "uint8", "shape": [2**63]}})

    def test_a_document_is_read_as_what_it_is(self):
        array = self.array(attributes={"of": "x"})
        [node] = self.ask({"op": "node", **array, "path": "/"})
        self.assertEqual(node, {"ok": {"node_type": "array", "attributes": {"of": "x"}}})
        group = {"zarr_format": 3, "node_type": "group", "attributes": {"spam": [2**64, None]}}
        (self.store / "zarr.json").write_text(json.dumps(group))
        root, below = self.ask({"op": "node", **array, "path": "/"}, {"op": "node", **array, "path": "/a"})
        self.assertEqual(root, {"ok": {"node_type": "group", "attributes": {"spam": [2**64, None]}}})
        self.assertEqual(below["error"]["kind"], "unsupported")

    def test_raw_bits_have_the_length_that_was_read(self):
        [opened] = self.ask({"op": "open", **self.array(data_type="r016", fill_value=[1, 2])})
        self.assertEqual(opened, {"ok": {"data_type": "r16", "shape": [4]}})

    def test_what_the_library_does_not_know_is_unsupported(self):
        for members in (
            {"data_type": "no-such-type"},
            {"codecs": [adapter_tests.LITTLE, configured("no-such-codec")]},
            {"chunk_grid": configured("no-such-grid")},
            {"unknown": {"name": "no-such-member"}},
        ):
            [opened] = self.ask({"op": "open", **self.array(**members)})
            self.assertEqual(opened.get("error", {}).get("kind"), "unsupported", members)
        ignored = {"name": "no-such-member", "must_understand": False}
        [opened] = self.ask({"op": "open", **self.array(unknown=ignored)})
        self.assertIn("ok", opened)
