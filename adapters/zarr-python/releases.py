"""What differs between the releases of zarr-python that adapters/history judges, in one place.

Nothing else in the adapter depends on the release.
"""

import zarr.errors

# Releases before 3.1 have no exception of their own for unknown codecs: theirs is a KeyError.
UnknownCodecError = getattr(zarr.errors, "UnknownCodecError", ())


def data_type_in_metadata(array):
    """The data type as `zarr.json` has it; before 3.1, data types are an enumeration of identifiers."""
    data_type = array.metadata.data_type
    return data_type.to_json(zarr_format=3) if hasattr(data_type, "to_json") else data_type.value
