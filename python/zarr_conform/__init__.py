"""The conformance suite for Zarr v3, from Python.

The distribution ``zarr-conform`` brings the program ``conform``. :func:`program` is its path, and
``python -m zarr_conform`` runs it.
"""

from importlib.metadata import version as _version

from ._program import program

__all__ = ["__version__", "program"]

__version__: str = _version("zarr-conform")
"""The version of the distribution, which is that of the program."""
