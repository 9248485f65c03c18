"""Puts the Python of a page into an adapter, as a reader of the page would.

    fill.py PAGE ADAPTER

Imports of the page go below those of the adapter; a function or an assignment of the page takes the place of
the one of the same name in the adapter, which must be there. A function with no namesake stands before the first
one that has one.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path


def name_of(node: ast.stmt) -> str | None:
    if isinstance(node, ast.FunctionDef):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return None


def source_of(text: str, node: ast.stmt) -> str:
    return "\n".join(text.split("\n")[node.lineno - 1 : node.end_lineno])


def filled(adapter: str, parts: list[str]) -> str:
    places = {name_of(node): node for node in ast.parse(adapter).body}
    imports = [node for node in ast.parse(adapter).body if isinstance(node, ast.Import)]
    # By the line that is replaced: its last line, and what stands there then.
    replaced: dict[int, tuple[int, str]] = {}
    above: list[str] = []
    for part in parts:
        for node in ast.parse(part).body:
            source = source_of(part, node)
            name = name_of(node)
            if isinstance(node, ast.Import):
                above.append(source)
            elif name in places:
                place = places[name]
                replaced[place.lineno] = (place.end_lineno or place.lineno, source)
            elif isinstance(node, ast.FunctionDef):
                above.append(f"\n\n{source}")
            else:
                raise SystemExit(f"error: the adapter has no place for\n{source}")
    lines = adapter.split("\n")
    for first in sorted(replaced, reverse=True):
        last, source = replaced[first]
        lines[first - 1 : last] = source.split("\n")
    after_imports = imports[-1].end_lineno or 0
    lines[after_imports:after_imports] = above
    return "\n".join(lines)


def main() -> None:
    page, adapter = map(Path, sys.argv[1:])
    parts = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M)
    adapter.write_text(filled(adapter.read_text(encoding="utf-8"), parts), encoding="utf-8")


if __name__ == "__main__":
    main()
