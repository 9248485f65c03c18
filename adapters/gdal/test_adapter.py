"""The adapter's own correctness, of which most is the same as for other adapters."""

from pathlib import Path

import adapter_tests
from library import load


class Adapter(adapter_tests.AdapterTests):
    command = Path(__file__).parent / "run"

    def installed_version(self):
        return load().GDALVersionInfo(b"RELEASE_NAME").decode()

    def said_by_the_library(self, store):
        gdal = load()
        multidimensional, verbose = 0x10, 0x40
        gdal.CPLErrorReset()
        gdal.GDALOpenEx(str(store).encode(), multidimensional | verbose, None, None, None)
        return f"GdalError: {gdal.CPLGetLastErrorMsg().decode()}"
