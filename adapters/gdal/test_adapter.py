"""The adapter's own correctness, of which most is the same as for other adapters."""

import json
from pathlib import Path

import adapter_tests
from adapter_tests import LITTLE, configured, metadata
from creation import NotExpressible, arguments, nearest
from library import load


class Adapter(adapter_tests.ChangedHierarchyTests, adapter_tests.CreatingAdapterTests):
    command = Path(__file__).parent / "run"

    # GDAL 3.12 has no shards.
    not_created = dict.fromkeys(("shards", "index at start", "other index", "shards in gzip"), "unsupported")

    # GDAL gives a null as a text without letters.
    attributes_given = {"nothing": ""}

    def installed_version(self):
        return load().GDALVersionInfo(b"RELEASE_NAME").decode()

    def said_by_the_library(self, store):
        gdal = load()
        multidimensional, verbose = 0x10, 0x40
        gdal.CPLErrorReset()
        gdal.GDALOpenEx(str(store).encode(), multidimensional | verbose, None, None, None)
        return f"GdalError: {gdal.CPLGetLastErrorMsg().decode()}"

    def test_options_say_what_the_metadata_say(self):
        def options(*codecs, rank=3, data_type="int32"):
            separator = configured("default", separator=".")
            members = {"shape": [4] * rank, "chunk_grid": adapter_tests.regular_grid(*[2] * rank)}
            document = metadata(
                codecs=list(codecs), data_type=data_type, fill_value=1, chunk_key_encoding=separator, **members
            )
            return arguments(document)["options"]

        plain = {"BLOCKSIZE": "2,2,2", "DIM_SEPARATOR": "."}
        reversing, cycling = (configured("transpose", order=order) for order in ([2, 1, 0], [1, 2, 0]))
        big, gzip = configured("bytes", endian="big"), configured("gzip", level=0)
        self.assertEqual(options(LITTLE), plain)
        self.assertEqual(options(reversing, LITTLE), {**plain, "CHUNK_MEMORY_LAYOUT": "F"})
        compressed = {"CHUNK_MEMORY_LAYOUT": "F", "COMPRESS": "GZIP", "GZIP_LEVEL": 0}
        self.assertEqual(options(reversing, LITTLE, gzip), {**plain, **compressed})
        self.assertEqual(options(big, data_type="uint8"), plain)
        for codecs in ([big], [cycling, LITTLE], [reversing, reversing, LITTLE], [LITTLE, gzip, gzip], [gzip]):
            with self.assertRaises(NotExpressible, msg=codecs):
                options(*codecs)

    def test_fill_values_are_rounded_once(self):
        for number, data_type, bits in [
            ("1.00048828125", "float16", 0x3C00),
            # As a float64 it would be the number above, which is in the middle of two.
            ("1.00048828125000000000000001", "float16", 0x3C01),
            ("65519.99", "float16", 0x7BFF),
            ("65520", "float16", 0x7C00),
            ("-0.0", "float32", 0x80000000),
            ("-3.4028236e38", "float32", 0xFF800000),
            ("1e-46", "float32", 0),
            ("0.30000000000000004", "float64", 0x3FD3333333333334),
        ]:
            self.assertEqual(nearest(number, data_type), bits, number)

    def test_creates_what_is_asked(self):
        members = {
            "data_type": "complex64",
            "fill_value": ["0x7fc00000", -0.5],
            "chunk_key_encoding": configured("default", separator="."),
            "dimension_names": ["time"],
            "attributes": {"units": "K", "level": 3, "scale": 0.5, "valid": True, "list": [1, {"a": None}]},
        }
        request = {"op": "create", "store": str(self.store), "metadata": metadata(**members)}
        [answer] = self.ask({**request, "elements": adapter_tests.SPECIAL * 2})
        self.assertEqual(answer, {"ok": {}})
        self.assertEqual(self.chunk("c.0"), adapter_tests.SPECIAL * 2)
        document = json.loads((self.store / "zarr.json").read_text())
        members["fill_value"][0] = "NaN"
        self.assertEqual({name: document[name] for name in members}, members)
