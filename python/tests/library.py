"""An implementation for the tests: functions that ask ``conform reference`` and translate."""

import json
import subprocess
from dataclasses import asdict
from typing import Any, Optional

import numpy
import zarr_conform
from zarr_conform import (
    ChunkAnswer,
    Elements,
    GridAnswer,
    Implementation,
    Invalid,
    Located,
    Node,
    Opened,
    Read,
    Region,
    Unsupported,
)
from zarr_conform._implementation import MEMBERS, OPERATIONS


class Reference:
    """The reference, asked one question after the other."""

    def __init__(self, *arguments: str) -> None:
        command = [str(zarr_conform.program()), "reference", *arguments]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        hello = self.ask("hello", protocol=1, editions=["3.1"])
        self.version = hello["version"]

    def ask(self, op: str, **members: Any) -> dict[str, Any]:
        """The answer, or an exception of the kind of the refusal."""
        request = json.dumps({"id": 1, "op": op, **members})
        self._process.stdin.write(request.encode() + b"\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "ok" in answer:
            return answer["ok"]
        kinds = {"invalid": Invalid, "unsupported": Unsupported}
        raise kinds[answer["error"]["kind"]](answer["error"]["message"])

    def open(self, store, **where):
        opened = self.ask("open", store=str(store), **where)
        return Opened(opened["data_type"], opened["shape"])

    def read(self, store, regions: Optional[list[Region]], **where):
        if regions is None:
            answer = self.ask("read", store=str(store), **where)
            elements = bytes.fromhex(answer["elements"])
            if answer["data_type"].startswith("r"):
                return Read(elements, data_type=answer["data_type"], shape=answer["shape"])
            # An array of another byte order and layout than that of the protocol.
            array = Elements(elements).numpy(answer["data_type"], answer["shape"])
            array = numpy.asfortranarray(array.astype(array.dtype.newbyteorder(">")))
            return Read(array, data_type=answer["data_type"], shape=numpy.array(answer["shape"], "u8"))
        asked = [{"start": it.start, "shape": it.shape} for it in regions]
        return [bytes.fromhex(it) for it in self.ask("read", store=str(store), regions=asked, **where)["regions"]]

    def write(self, store, region: Optional[Region], elements: Elements, **where):
        more = {} if region is None else {"region": {"start": region.start, "shape": region.shape}}
        self.ask("write", store=str(store), elements=elements.hex(), **more, **where)

    def create(self, store, metadata, elements: Elements, **where):
        self.ask("create", store=str(store), metadata=metadata, elements=elements.hex(), **where)

    def encode(self, chunk, elements: Elements):
        return bytes.fromhex(self.ask("encode", **chunk._asdict(), elements=elements.hex())["encoded"])

    def decode(self, chunk, encoded: bytes):
        return bytes.fromhex(self.ask("decode", **chunk._asdict(), encoded=encoded.hex())["elements"])

    def grid(self, grid):
        asked = {**grid._asdict(), "chunks": [asdict(it) for it in grid.chunks]}
        answer = self.ask("grid", **asked)
        return GridAnswer(
            answer["grid_shape"],
            [Located(it["chunk"], it["within"]) for it in answer["elements"]],
            [ChunkAnswer(it["origin"], it["keys"]) for it in answer["chunks"]],
        )

    def node(self, store, path, **how):
        answer = self.ask("node", store=str(store), path=path, **how)
        return Node(answer["node_type"], answer["attributes"])

    def children(self, store, path, **how):
        return self.ask("children", store=str(store), path=path, **how)["children"]

    def walk(self, store, **how):
        return self.ask("walk", store=str(store), **how)["nodes"]

    def create_group(self, store, path, attributes):
        self.ask("create_group", store=str(store), path=path, attributes=attributes)

    def set_attributes(self, store, path, attributes):
        self.ask("set_attributes", store=str(store), path=path, attributes=attributes)

    def delete(self, store, path):
        self.ask("delete", store=str(store), path=path)

    def consolidate(self, store, path):
        self.ask("consolidate", store=str(store), path=path)

    def implementation(self, **more: Any) -> Implementation:
        """All of it, except for what is given."""
        mine = {name: getattr(self, name) for name in OPERATIONS}
        given = {"name": "reference", "version": self.version, "takes": MEMBERS, **mine, **more}
        return Implementation(**given)
