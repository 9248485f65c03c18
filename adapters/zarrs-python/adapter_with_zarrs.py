"""The adapter of zarr-python, with zarrs as the codec pipeline that encodes and decodes chunks.

Everything but the setting and the answer to `hello` is that of adapters/zarr-python.
"""

import pathlib
import sys

import zarr
import zarrs

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "zarr-python"))
import adapter as zarr_python  # noqa: E402


def hello(request):
    return {
        **zarr_python.hello(request),
        "name": "zarrs-python",
        "version": f"{zarrs.__version__}+zarr-{zarr.__version__}",
        "language": "Python and Rust",
    }


if __name__ == "__main__":
    zarr.config.set({"codec_pipeline.path": "zarrs.ZarrsCodecPipeline"})
    zarr_python.OPS["hello"] = hello
    zarr_python.main()
