"""Finds nodes of a hierarchy, from core.rst: group metadata, additional fields, node names, stored representation."""

from . import Refused
from .arrays import Array, parse

ROOT = "/"


def is_name(name, edition):
    excluded = not name.strip(".") or "/" in name or name.startswith("__")
    return not excluded and (edition == "3.0" or name != "zarr.json")


class Hierarchy:
    """What a store holds, texts by their keys, read by the text of an edition."""

    def __init__(self, documents, reading):
        self.documents = documents
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
            Array(self.documents[key], {}, self.reading)
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
