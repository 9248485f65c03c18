"""Lists of codecs: which are valid for a chunk, and how it is decoded."""

from . import Refused, arithmetic, blosc_format, crc32c, data_types, demand, demand_unless, gzip_format
from . import sharding, zstd_format
from .shapes import Each, fixed, length_of, mutable, ordinal, positions

KINDS = {"transpose": "array", "scale_offset": "array",
         "bytes": "to bytes", "endian": "to bytes", "sharding_indexed": "to bytes",
         "gzip": "bytes", "zstd": "bytes", "blosc": "bytes", "crc32c": "bytes", "vlen-utf8": "to bytes",
         "vlen-bytes": "to bytes"}
EDITIONS = {"endian": ["draft"], "bytes": ["3.0", "3.1"], "sharding_indexed": ["3.0", "3.1"], "zstd": ["3.1"],
            "vlen-utf8": ["3.1"], "vlen-bytes": ["3.1"], "scale_offset": ["3.1"],
            "gzip": ["3.0", "3.1"], "blosc": ["3.0", "3.1"], "crc32c": ["3.0", "3.1"]}


class Codec:
    """An entry of a list of codecs."""

    def __init__(self, entry, reading):
        if isinstance(entry, str) and reading.edition == "3.1":
            entry = {"name": entry}
        demand(isinstance(entry, dict) and isinstance(entry.get("name"), str), "this is not a codec")
        demand(set(entry) <= {"name", "configuration", "must_understand"}, "a codec has an unknown member")
        # `false` would let a reader skip the codec; a reader that has it does not.
        is_understood = isinstance(entry.get("must_understand", True), bool)
        demand(is_understood and ("must_understand" not in entry or reading.edition == "3.1"), "must_understand")
        self.name, self.configuration = entry["name"], entry.get("configuration", {})
        # How these decode does not depend on it, but for whether zstd has a checksum.
        is_free = reading.ignores == "configurations of codecs from bytes to bytes"
        self.is_free = is_free and KINDS.get(self.name) == "bytes"
        if self.is_free and self.configuration is None:
            self.configuration = {}
        demand(isinstance(self.configuration, dict), "a configuration is not an object")
        is_known = self.name in KINDS and reading.edition in EDITIONS.get(self.name, [reading.edition])
        demand(is_known, f"no codec is named {self.name!r}")
        self.kind = KINDS[self.name]

    def members(self, required, optional=()):
        found = set(self.configuration)
        demand(self.is_free or found >= set(required), f"{self.name} lacks a parameter")
        is_defined = found <= {*required, *optional}
        demand(self.is_free or is_defined, f"{self.name} has a parameter that is not defined")

    def one_of(self, parameter, choices):
        value = self.configuration.get(parameter)
        demand(self.is_free or isinstance(value, str) and value in choices, f"{parameter} is {value!r}")
        return value

    def integer(self, parameter, least, most=None):
        value = self.configuration.get(parameter)
        is_in_range = type(value) is int and least <= value and (most is None or value <= most)
        demand(self.is_free or is_in_range, f"{parameter} is {value!r}")
        return value


class Chain:
    """A list of codecs for chunks of a data type and shape.

    `length` is that of the encoded chunk, or None where it differs between chunks.
    """

    def __init__(self, entries, data_type, shape, fill_value, reading):
        demand(isinstance(entries, list), "codecs are not a list")
        self.reading, self.data_type, self.fill_value = reading, data_type, fill_value
        self.size, self.number = data_types.size(data_type)
        self.shape = list(shape)
        self.steps = []  # What undoes each codec.
        self.length, is_bytes = None, False
        for entry in entries:
            codec = Codec(entry, reading)
            demand((codec.kind == "bytes") == is_bytes, f"{codec.name} gets what it does not take")
            self.steps.append(getattr(self, codec.name.replace("-", "_"))(codec))
            is_bytes = codec.kind != "array"
        if not is_bytes and reading.edition == "draft":
            self.steps.append(self.as_bytes(False))
            is_bytes = True
        demand(is_bytes, "no codec yields bytes")

    def decode(self, encoded):
        for undo in reversed(self.steps):
            encoded = undo(encoded)
        return encoded

    # From arrays to arrays.

    def transpose(self, codec):
        codec.members(["order"])
        order, rank = codec.configuration["order"], len(self.shape)
        if self.reading.edition == "draft" and order in ("C", "F"):
            order = list(range(rank)) if order == "C" else list(reversed(range(rank)))
        is_list = isinstance(order, list) and all(type(it) is int for it in order)
        demand(is_list and sorted(order) == list(range(rank)), f"order {order!r} is not a permutation")
        decoded, encoded, size = self.shape, [self.shape[axis] for axis in order], self.size
        self.shape = encoded

        def undo(elements):
            output = mutable(elements)
            for number, b_position in enumerate(positions(encoded)):
                a_position = [0] * rank
                for i, axis in enumerate(order):
                    a_position[axis] = b_position[i]
                at = ordinal(a_position, decoded) * size
                output[at:at + size] = elements[number * size:(number + 1) * size]
            return fixed(output)

        return undo

    def scale_offset(self, codec):
        of = arithmetic.ScaleOffset(codec, self.data_type, self.reading)
        # What follows is of other elements, and so is the one that stands for what is not stored.
        try:
            self.fill_value = of.encode(self.fill_value)
        except Refused:
            self.fill_value = None
            demand_unless(self.reading, "fill values that cannot be encoded", False, "the fill value cannot be encoded")
        return of.decode

    # From arrays to bytes.

    def bytes(self, codec):
        codec.members([], ["endian"])
        demand(self.data_type not in data_types.VARIABLE, f"{self.data_type} has no number of bytes")
        demand("endian" in codec.configuration or self.number == 1, "endian is required")
        is_big = "endian" in codec.configuration and codec.one_of("endian", ["little", "big"]) == "big"
        return self.as_bytes(is_big)

    def endian(self, codec):
        codec.members(["endian"])
        return self.as_bytes(codec.one_of("endian", ["little", "big"]) == "big")

    def as_bytes(self, is_big):
        self.length = length_of(self.shape, self.size)
        length, number = self.length, self.number

        def undo(encoded):
            demand(len(encoded) >= length, "the bytes are too few for the elements")
            is_all = len(encoded) == length
            liberties = ("what follows the last element", "what is cut off behind the last element")
            demand(is_all or self.reading.ignores in liberties, "the bytes are too many for the elements")
            encoded = encoded[:length]
            if is_big and number > 1:
                encoded = b"".join(encoded[at:at + number][::-1] for at in range(0, length, number))
            return data_types.used(encoded, self.data_type)

        return undo

    def vlen_utf8(self, codec):
        undo = self.elements_after_lengths(codec, "string")

        def strings(encoded):
            found = undo(encoded)
            try:
                for it in found:
                    it.decode("utf-8")
            except UnicodeDecodeError as error:
                raise Refused("a string is not UTF-8") from error
            return found

        return strings

    def vlen_bytes(self, codec):
        return self.elements_after_lengths(codec, "bytes")

    def elements_after_lengths(self, codec, data_type):
        codec.members([])
        demand(self.data_type == data_type, f"{codec.name} gets {self.data_type}")
        self.length, expected = None, length_of(self.shape, 1)

        def undo(encoded):
            at = 0

            def take(number):
                nonlocal at
                at += number
                demand(at <= len(encoded), "the chunk ends before its last element")
                return encoded[at - number:at]

            count = int.from_bytes(take(4), "little")
            demand_unless(self.reading, "number of elements of different lengths", count == expected, "this is another number of elements")
            found = Each()
            for _ in range(expected):
                found.append(take(int.from_bytes(take(4), "little")))
            is_right = count != expected or at == len(encoded)
            demand_unless(self.reading, "what follows the last element", is_right, "bytes follow the last element")
            return found

        return undo

    def sharding_indexed(self, codec):
        shard = sharding.Shard(codec, self.data_type, self.shape, self.fill_value, self.reading)
        self.length = None
        return shard.decode

    # From bytes to bytes.

    def gzip(self, codec):
        codec.members(["level"])
        codec.integer("level", 0, 9)
        self.length = None
        return lambda encoded: gzip_format.decode(encoded, self.reading)

    def zstd(self, codec):
        codec.members(["level"], ["checksum"])
        codec.integer("level", -131072, 22)
        with_checksum = codec.configuration.get("checksum", False)
        demand(codec.is_free or isinstance(with_checksum, bool), "checksum is not a boolean")
        self.length = None
        return lambda encoded: zstd_format.decode(encoded, with_checksum is True, self.reading)

    def blosc(self, codec):
        codec.members(["cname", "clevel", "shuffle", "blocksize"], ["typesize"])
        codec.one_of("cname", ["lz4", "lz4hc", "blosclz", "zstd", "snappy", "zlib"])
        codec.integer("clevel", 0, 9)
        codec.integer("blocksize", 0)
        if codec.one_of("shuffle", ["noshuffle", "shuffle", "bitshuffle"]) != "noshuffle":
            codec.integer("typesize", 1)  # And so it is required.
        self.length = None
        return lambda encoded: blosc_format.decode(encoded, codec.configuration, self.reading)

    def crc32c(self, codec):
        codec.members([])
        length = None if self.length is None else self.length + 4
        self.length = length
        is_cut = self.reading.ignores == "what follows the last member or frame"
        return lambda encoded: crc32c.decode(encoded[:length] if is_cut else encoded)
