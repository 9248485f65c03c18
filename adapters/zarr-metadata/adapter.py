"""Speaks protocol 1 of zarr-conform for zarr-metadata: it translates, and nothing else.

Every answer is what the library returned and every error is one that the library raised or reported, so a
verdict on this process is a verdict on zarr-metadata. docs/adapters.md explains the protocol.
"""

import json
import os
import sys
from importlib.metadata import version
from pathlib import Path

from zarr_metadata.model import ZarrV3ArrayMetadata, ZarrV3GroupMetadata

# Where array metadata stand in a store; zarr-metadata takes the bytes and touches no file.
KEY = "zarr.json"


class Unclaimed(NotImplementedError):
    """The model has fields that zarr-metadata reports as ones that it does not know."""


def hello(request):
    return {
        "protocol": 1,
        "name": "zarr-metadata",
        "version": version("zarr-metadata"),
        "language": "Python",
        "edition": "3.1",
        "ops": ["open", "node"],
    }


def open_(request):
    """The model is made whatever names its document has; `unclaimed_fields` says whether it may be opened."""
    array = opened(ZarrV3ArrayMetadata, request)
    return {"data_type": identifier(array.data_type), "shape": list(array.shape)}


def node(request):
    """zarr-metadata has documents and no hierarchy, so it can be asked about the root.

    It reads a document as what its user says it is. Where it is neither, the refusal is that of a group.
    """
    if request["path"] != "/":
        raise NotImplementedError("zarr-metadata has no paths")
    try:
        return {"node_type": "group", "attributes": plain(opened(ZarrV3GroupMetadata, request))}
    except Exception as refused:
        try:
            return {"node_type": "array", "attributes": plain(opened(ZarrV3ArrayMetadata, request))}
        except Exception:
            raise refused from None


def opened(model, request):
    found = model.from_key_value({KEY: Path(request["store"], KEY).read_bytes()})
    if found.unclaimed_fields:
        raise Unclaimed(", ".join(str(field) for field in found.unclaimed_fields.values()))
    return found


def plain(found):
    """The attributes as JSON values: those of `attributes` are read-only views of them."""
    return found.to_json().get("attributes", {})


def identifier(data_type):
    """The specification's identifier, with the configuration if there is one; of raw bits by the number that was read."""
    if data_type.definition.name == "r*":
        return f"r{data_type.configuration['bits']}"
    if data_type.configuration:
        return {"name": data_type.name, "configuration": dict(data_type.configuration)}
    return data_type.name


OPS = {"hello": hello, "open": open_, "node": node}

WRONG_VALUE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError)


def kind(error):
    """One rule for all requests, by the exception alone.

    unsupported  something is not implemented, or not known.
    invalid      Python's ways to say that a value is not what it should be; MetadataValidationError, by
                 which zarr-metadata says so, derives from one of them.
    internal     everything else, such as lack of memory or of permission.
    """
    if isinstance(error, NotImplementedError):
        return "unsupported"
    return "invalid" if isinstance(error, WRONG_VALUE) else "internal"


def answer(request):
    try:
        if request["op"] not in OPS:
            raise NotImplementedError(f"no operation {request['op']!r}")
        return {"id": request["id"], "ok": OPS[request["op"]](request)}
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        return {"id": request["id"], "error": {"kind": kind(error), "message": message}}


def main():
    # Only answers may go to standard output; whatever else is printed goes to standard error.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin.buffer:
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
