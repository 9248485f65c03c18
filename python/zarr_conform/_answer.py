"""Answers requests of protocol 1 with the functions of an implementation."""

import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Callable, NoReturn, Optional, Union

from ._elements import DataType, Elements, WrongAnswer, to_digits
from ._implementation import (
    KINDS,
    MEMBERS,
    AskedChunk,
    Chunk,
    Grid,
    Implementation,
    Invalid,
    Read,
    Region,
    Unsupported,
)

Json = dict[str, Any]

_AT_A_PATH = ("node", "children", "create_group", "set_attributes", "delete", "consolidate")
"""Operations whose functions take the path of a node in its place, and not by name."""

_LONG = 1024 * 1024
"""Bytes of an answer from which it is put into a file, where one is offered."""


class Answers:
    """The answers of an implementation, and where its exceptions came from."""

    def __init__(self, implementation: Implementation) -> None:
        self._implementation = implementation
        self.tracebacks: dict[str, str] = {}
        """By the message of a refusal, where the first exception with it came from."""

    def answer(self, request: Json) -> Json:
        """The answer to a request: ``ok``, or ``error`` where a function raises an exception.

        What is not an ``Exception``, such as a panic of Rust or ``SystemExit``, does not answer: it ends the process
        of an adapter, so it is a ``crash`` here.
        """
        number = request["id"]
        try:
            try:
                return {"id": number, "ok": self._perform(request)}
            except WrongAnswer as error:
                # As an adapter answers that has no such answer: what it says is reported, and no verdict is drawn from it.
                return {"id": number, "ok": self._note(error)}
            except Exception as error:
                return {"id": number, "error": self._refusal(error)}
        except BaseException as error:
            return {"id": number, "crash": self._note(error)}

    def _refusal(self, error: Exception) -> Json:
        try:
            kind = self._kind(error)
        except Exception as broken:  # A rule that fails must be seen, and be an answer.
            kind, error = "internal", broken
        return self._refuse(kind, error)

    def _perform(self, request: Json) -> Json:
        operation = request["op"]
        if operation == "hello":
            return self._hello()
        function = {
            "open": self._open,
            "read": self._read,
            "write": self._write,
            "create": self._create,
            "encode": self._encode,
            "decode": self._decode,
            "grid": self._grid,
            "node": self._node,
            "children": self._children,
            "walk": self._walk,
            "create_group": self._set_attributes,
            "set_attributes": self._set_attributes,
            "delete": self._change,
            "consolidate": self._change,
        }.get(operation)
        if function is None or operation not in self._implementation.offers:
            raise Unsupported(f"no operation {operation!r}")
        return function(request)

    def _refuse(self, kind: str, error: BaseException) -> Json:
        return {"kind": kind, "message": self._note(error)}

    def _note(self, error: BaseException) -> str:
        """Notes where an exception came from; its message."""
        message = _message(error)
        # Frames of this file say nothing to the reader.
        shown = error.__traceback__
        while shown is not None and shown.tb_next and shown.tb_frame.f_code.co_filename == __file__:
            shown = shown.tb_next
        lines = traceback.format_exception(type(error), error, shown)
        self.tracebacks.setdefault(message, "".join(lines))
        return message

    def _kind(self, error: Exception) -> str:
        if isinstance(error, Invalid):
            return "invalid"
        if isinstance(error, Unsupported):
            return "unsupported"
        rule = self._implementation.error_kind
        if rule is None:
            return "internal"
        kind = rule(error)
        if kind not in KINDS:
            raise ValueError(f"error_kind gave {kind!r}, expected one of {', '.join(KINDS)}")
        return kind

    def _hello(self) -> Json:
        implementation = self._implementation
        return {
            "protocol": 1,
            "name": implementation.name,
            "version": implementation.version,
            "language": "Python",
            "edition": implementation.edition,
            "ops": implementation.offers,
            "unsupported": {
                "data_types": list(implementation.without_data_types),
                "codecs": list(implementation.without_codecs),
            },
            "files": True,
        }

    def _call(self, request: Json, *arguments: Any) -> Any:
        """What the function of an operation gives for these arguments, and for what else it takes."""
        function: Callable[..., Any] = getattr(self._implementation, request["op"])
        taken = {it: request[it] for it in MEMBERS if it in request and it in self._implementation.takes}
        if request["op"] in _AT_A_PATH:
            taken.pop("path", None)
            arguments = (request["path"], *arguments)
        return function(Path(request["store"]), *arguments, **taken)

    def _open(self, request: Json) -> Json:
        opened = self._call(request)
        try:
            data_type, shape = opened
        except (TypeError, ValueError):
            _wrong("open", opened, "the data type and the shape, as in Opened(data_type, shape)")
        return {"data_type": _data_type(data_type), "shape": _integers(shape)}

    def _read(self, request: Json) -> Json:
        regions: Optional[list[Region]] = None
        if "regions" in request:
            regions = [_region(it) for it in request["regions"]]
        read = self._call(request, regions)
        if not isinstance(read, Read):
            whole: Any = read
            read = Read(elements=whole) if regions is None else Read(regions=whole)
        answer: Json = {}
        if read.data_type is not None:
            answer["data_type"] = _data_type(read.data_type)
        if read.shape is not None:
            answer["shape"] = _integers(read.shape)
        if regions is None:
            if read.elements is None:
                _wrong("read", read, "elements, since no regions are asked for")
            answer.update(_given("elements", to_digits(read.elements), request))
        else:
            if read.regions is None or len(read.regions) != len(regions):
                _wrong("read", read, f"a list of {len(regions)} regions")
            answer["regions"] = [_digits(to_digits(it)) for it in read.regions]
        return answer

    def _write(self, request: Json) -> Json:
        region = _region(request["region"]) if "region" in request else None
        self._call(request, region, _elements(request))
        return {}

    def _create(self, request: Json) -> Json:
        self._call(request, request["metadata"], _elements(request))
        return {}

    def _node(self, request: Json) -> Json:
        node = self._call(request)
        if node is None:
            return {"node_type": None}
        try:
            node_type, attributes = node
        except (TypeError, ValueError):
            _wrong("node", node, "a Node, as in Node(node_type, attributes), or None")
        answer: Json = {"node_type": str(node_type)}
        if attributes is not None:
            answer["attributes"] = attributes
        return answer

    def _children(self, request: Json) -> Json:
        return {"children": self._call(request)}

    def _walk(self, request: Json) -> Json:
        return {"nodes": self._call(request)}

    def _set_attributes(self, request: Json) -> Json:
        self._call(request, request["attributes"])
        return {}

    def _change(self, request: Json) -> Json:
        self._call(request)
        return {}

    def _encode(self, request: Json) -> Json:
        assert self._implementation.encode is not None
        encoded = self._implementation.encode(_chunk(request), _elements(request))
        if not isinstance(encoded, (bytes, bytearray, memoryview)):
            _wrong("encode", encoded, "bytes")
        return _given("encoded", bytes(encoded), request)

    def _decode(self, request: Json) -> Json:
        assert self._implementation.decode is not None
        encoded = _bytes("encoded", request)
        elements = self._implementation.decode(_chunk(request), encoded)
        return _given("elements", to_digits(elements), request)

    def _grid(self, request: Json) -> Json:
        assert self._implementation.grid is not None
        asked = Grid(
            array_shape=tuple(request["array_shape"]),
            chunk_shape=tuple(request["chunk_shape"]),
            elements=[tuple(it) for it in request["elements"]],
            chunks=[AskedChunk(tuple(it["index"]), it["chunk_key_encodings"]) for it in request["chunks"]],
        )
        answer = self._implementation.grid(asked)
        try:
            grid_shape, elements, chunks = answer
            return {
                "grid_shape": _integers(grid_shape),
                "elements": [
                    {"chunk": _integers(chunk), "within": _integers(within)} for chunk, within in elements
                ],
                "chunks": [
                    {"origin": _integers(origin), "keys": [str(key) for key in keys]}
                    for origin, keys in chunks
                ],
            }
        except (TypeError, ValueError):
            _wrong("grid", answer, "a GridAnswer")


def _wrong(operation: str, found: object, expected: str) -> NoReturn:
    name = "None" if found is None else type(found).__name__
    raise WrongAnswer(f"{operation} gave {name}, expected {expected}")


def _message(error: BaseException) -> str:
    """The words of a refusal."""
    words = str(error)
    if isinstance(error, (Invalid, Unsupported, WrongAnswer)) and words:
        return words
    name = type(error).__name__
    return f"{name}: {words}" if words else name


def _data_type(data_type: DataType) -> DataType:
    return data_type if isinstance(data_type, dict) else str(data_type)


def _integers(numbers: Sequence[int]) -> list[int]:
    return [int(it) for it in numbers]


def _region(region: Json) -> Region:
    return Region(tuple(region["start"]), tuple(region["shape"]))


def _chunk(request: Json) -> Chunk:
    return Chunk(request["data_type"], tuple(request["shape"]), request["codecs"])


def _elements(request: Json) -> Union[Elements, list[bytes]]:
    given = request.get("elements")
    if isinstance(given, list):
        return [bytes.fromhex(it) for it in given]
    return Elements(_bytes("elements", request))


def _bytes(member: str, request: Json) -> bytes:
    """The bytes of a member, which may be in a file."""
    file = request.get(f"{member}_file")
    return bytes.fromhex(request[member]) if file is None else Path(file).read_bytes()


def _digits(answer: Union[bytes, list[str]]) -> Union[str, list[str]]:
    return answer if isinstance(answer, list) else answer.hex()


def _given(member: str, answer: Union[bytes, list[str]], request: Json) -> Json:
    """The bytes of an answer, in a file where they are long and one is offered; a list stays in the answer."""
    if isinstance(answer, list):
        return {member: answer}
    file = request.get("answer_file")
    if file is None or len(answer) < _LONG:
        return {member: answer.hex()}
    Path(file).write_bytes(answer)
    return {f"{member}_file": file}
