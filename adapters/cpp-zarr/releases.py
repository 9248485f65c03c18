"""What differs between the releases of cpp-zarr that adapters/history judges, in one place.

Nothing else in the adapter depends on the release.
"""

import inspect

import cppzarr

# Releases before 1.6 create arrays of version 2 only.
CREATES_VERSION_3 = "zarr_format" in inspect.signature(cppzarr.write_zarr).parameters
