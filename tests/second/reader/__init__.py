"""Reads Zarr v3 arrays, written only from the documents and RFCs, apart from the reference.

Where a text lets a reader ignore damage, a `Reading` says whether this one does. Elements are bytes
in lexicographical order, each element little endian.
"""

from dataclasses import dataclass


class Refused(Exception):
    """The input is not what the texts describe."""


# What no sentence makes a reader notice, or an RFC says that it need not examine.
LIBERTIES = (
    "trailers of gzip and checksums of zstd that were not asked for",
    "header checksums",
    "complements of stored lengths",
    "codes that leave bits without a symbol",
    "bits behind the last block",
    "dictionaries that no block uses",
    "lengths of content and blocks",
    "what follows the last member or frame",
    "what follows the last element",
    "number of elements of different lengths",
    "fractions of quotients",
    "numbers below quotients",
    "numbers that are not finite",
    "how bfloat16 is rounded",
    "signs of NaN",
    "payloads of NaN",
    "signs and payloads of NaN",
    "the sign of zero",
    "fill values that cannot be encoded",
    "what is cut off behind the last element",
    "configurations of codecs from bytes to bytes",
    "versions",
    "reserved bits",
    "cbytes",
    "what a header of blosc says and the configuration, too",
)


@dataclass(frozen=True)
class Reading:
    """The text that is read by, and the one of `LIBERTIES` that is taken, if any."""

    edition: str
    ignores: str | None = None


def demand(holds, otherwise):
    if not holds:
        raise Refused(otherwise)


def demand_unless(reading, liberty, holds, otherwise):
    assert liberty in LIBERTIES
    demand(holds or reading.ignores == liberty, otherwise)
