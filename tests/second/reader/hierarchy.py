"""Finds nodes of a hierarchy, from core.rst: group metadata, additional fields, node names, stored representation."""

import json

from . import Refused
from .arrays import Array, parse

ROOT = "/"
GROUP = {"zarr_format": 3, "node_type": "group"}


def is_name(name, edition):
    excluded = not name.strip(".") or "/" in name or name.startswith("__")
    return not excluded and (edition == "3.0" or name != "zarr.json")


class Hierarchy:
    """What a store holds, texts by their keys, read by the text of an edition."""

    def __init__(self, documents, reading):
        self.documents = dict(documents)
        self.reading = reading

    def key(self, path):
        names = [] if path == ROOT else path.split("/")[1:]
        if not path.startswith(ROOT) or not all(is_name(it, self.reading.edition) for it in names):
            raise Refused(f"{path} is not the path of a node")
        return "/".join([*names, "zarr.json"])

    def node(self, path):
        """Type and attributes of the node at a path."""
        key = self.key(path)
        if key not in self.documents:
            raise Refused(f"there is no document {key}")
        document = parse(self.documents[key])
        if not isinstance(document, dict):
            raise Refused("the document is not an object")
        if document.get("node_type") == "array":
            try:
                Array(self.documents[key], {}, self.reading)
            except KeyError as missing:
                raise Refused(f"there is no member {missing}") from missing
            return "array", document.get("attributes", {})
        self.check_group(document)
        return "group", document.get("attributes", {})

    def check_group(self, document):
        version = document.get("zarr_format")
        if type(version) is not int or version != 3 or document.get("node_type") != "group":
            raise Refused("zarr_format is not 3, or node_type is not group")
        if not isinstance(document.get("attributes", {}), dict):
            raise Refused("attributes are not an object")
        for name in document.keys() - {"zarr_format", "node_type", "attributes"}:
            value = document[name]
            if not isinstance(value, dict) or value.get("must_understand") is not False:
                raise Refused(f"{name} is unknown and has to be understood")
            if name == "consolidated_metadata" and self.reading.edition != "3.0":
                if value.get("kind") != "inline" or not isinstance(value.get("metadata"), dict):
                    raise Refused("consolidated_metadata has another structure")

    def array(self, path):
        """Data type, shape and elements of the array at a path: its chunks are what is below the path."""
        node_type, _ = self.node(path)
        if node_type != "array":
            raise Refused(f"{path} is a group")
        array = self.opened_array(path)
        return {"data_type": array.data_type, "shape": array.shape, "elements": array.whole().hex()}

    def opened_array(self, path):
        start = self.key(path).removesuffix("zarr.json")
        below = {key.removeprefix(start): text for key, text in self.documents.items() if key.startswith(start)}
        chunks = {key: text.encode("utf-8") for key, text in below.items()}
        return Array(below["zarr.json"], chunks, self.reading)

    def write(self, path, elements):
        """Writes the elements of a whole array of one dimension, whose chunks are its elements one after the other."""
        array, elements = self.opened_array(path), bytes.fromhex(elements)
        (chunk_shape,) = array.chunk_shape
        size, start = chunk_shape * array.size, self.key(path).removesuffix("zarr.json")
        for index in array.indices([0], array.shape):
            chunk = elements[index[0] * size :][:size]
            chunk += array.fill_value * (chunk_shape - len(chunk) // array.size)
            self.documents[start + array.key(index)] = chunk.decode("ascii")

    def children(self, path):
        """Types of the children of a group by their names: what has a document directly below."""
        if self.node(path)[0] != "group":
            return {}
        start = self.key(path).removesuffix("zarr.json")
        below = [key.removeprefix(start).split("/") for key in self.documents if key.startswith(start)]
        names = [parts[0] for parts in below if len(parts) == 2 and parts[1] == "zarr.json"]
        names = [it for it in names if is_name(it, self.reading.edition)]
        return {name: self.node(self.below(path, name))[0] for name in names}

    def below(self, path, name):
        return f"{path.rstrip(ROOT)}/{name}"

    def walk(self, path=ROOT):
        """Types of all nodes by their paths."""
        nodes = {path: self.node(path)[0]}
        for name in self.children(path):
            nodes |= self.walk(self.below(path, name))
        return nodes

    def only_consolidated(self, group):
        """What is below an opened group by nothing but its consolidated metadata."""
        own = self.key(group)
        start = own.removesuffix("zarr.json")
        consolidated = parse(self.documents[own]).get("consolidated_metadata")
        if self.node(group)[0] != "group" or consolidated is None:
            raise Refused(f"{group} has no consolidated metadata")
        is_below = lambda key: key.startswith(start) and key != own and key.endswith("/zarr.json")
        documents = {key: text for key, text in self.documents.items() if not is_below(key)}
        for name, value in consolidated["metadata"].items():
            documents[f"{start}{name}/zarr.json"] = json.dumps(value, default=float)
        return Hierarchy(documents, self.reading)

    def change(self, change):
        """Does what is said to the documents."""
        path, op = change["path"], change["op"]
        key = self.key(path)
        if op in ("create", "create_group"):
            names = path.split("/")[1:-1]
            for end in range(len(names) + 1) if path != ROOT else ():
                self.documents.setdefault("/".join([*names[:end], "zarr.json"]), json.dumps(GROUP))
            new = change["metadata"] if op == "create" else {**GROUP, "attributes": change["attributes"]}
            self.documents[key] = json.dumps(new, default=float)
            if op == "create":
                self.write(path, change["elements"])
        elif op == "write":
            self.write(path, change["elements"])
        elif op == "delete":
            start = key.removesuffix("zarr.json")
            self.documents = {key: text for key, text in self.documents.items() if not key.startswith(start)}
        else:
            member, value = "attributes", change.get("attributes")
            if op == "consolidate":
                nodes = {it.lstrip(ROOT): it for it in self.walk(path) if it != path}
                start = key.removesuffix("zarr.json")
                entries = {name.removeprefix(start): parse(self.documents[self.key(it)]) for name, it in nodes.items()}
                member, value = "consolidated_metadata", {"kind": "inline", "must_understand": False, "metadata": entries}
            self.documents[key] = json.dumps({**parse(self.documents[key]), member: value}, default=float)
