"""What differs between the releases of zarr-python that adapters/history judges, in one place.

Nothing else in the adapter depends on the release.
"""

import inspect

import zarr
import zarr.errors

# Releases before 3.1 have no exception of their own for unknown codecs: theirs is a KeyError.
UnknownCodecError = getattr(zarr.errors, "UnknownCodecError", ())


def data_type_in_metadata(array):
    """The data type as `zarr.json` has it; before 3.1, data types are an enumeration of identifiers."""
    data_type = array.metadata.data_type
    return data_type.to_json(zarr_format=3) if hasattr(data_type, "to_json") else data_type.value


def for_members(use_consolidated):
    """What says whether members come from consolidated metadata; before 3.0.9, only how the group was opened does."""
    known = inspect.signature(zarr.Group.members).parameters
    return {"use_consolidated_for_children": use_consolidated} if "use_consolidated_for_children" in known else {}
