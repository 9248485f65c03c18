"""A preprocessor of mdBook: links to files of the repository work in the book, too.

Pages in `docs` link to each other and to files outside of `docs`, as a forge shows them. mdBook knows only
the pages of SUMMARY.md. This adds a page for every other file that a page links to, and for what these link to:
Markdown as it is, anything else as text. A link to a folder leads to its README.md. A folder without one has
no page; its name stays as text. A link to a file that is not there ends the build.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
import sys
from pathlib import Path
from typing import Any, Iterator
from urllib.parse import urlsplit

DOCS = Path(__file__).resolve().parent.parent
REPOSITORY = DOCS.parent

# Code, in which nothing is a link: blocks between fences, and spans between equal runs of backticks.
CODE = re.compile(r"^ *(?P<fence>`{3,}|~{3,}).*?^ *(?P=fence)|(?<!`)(?P<span>`+)(?!`)(?:(?!\n\n).)+?(?<!`)(?P=span)(?!`)", re.S | re.M)
# What stands in place of a link to a folder without a page, until the text is all that is left of it.
NO_PAGE = "](#no-page)"
LINK = re.compile(r"\]\((?P<target>[^()\s]+)\)")
# Longer text is shown without colours, which browsers would need seconds for.
COLOURED = 64 * 1024
LANGUAGES = {
    ".py": "python", ".rs": "rust,noplayground", ".json": "json", ".toml": "toml", ".yml": "yaml", ".yaml": "yaml",
    ".js": "javascript", ".mjs": "javascript", ".java": "java", ".cpp": "cpp", ".c": "c", ".go": "go", ".xml": "xml",
    ".patch": "diff",
}


class DeadLink(Exception):
    """A link that leads nowhere."""


def page_of(path: str) -> str:
    """Where the page of a file is in the book: `crates/protocol/src/lib.rs` gets
    `repository/crates/protocol/src/lib.rs.md`, and `docs/vectors.md` is `vectors.md`."""
    folder, name = posixpath.split(path)
    if name == "README.md":
        name = "index.md"
    elif not name.endswith(".md"):
        name += ".md"
    path = posixpath.join(folder, name)
    inside = path.removeprefix("docs/")
    return inside if inside != path else f"repository/{path}"


def target_of(source: str, link: str) -> str | None:
    """The file of the repository that a link in `source` leads to, or None where it leads to a folder
    without a README.md."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
    if path.startswith(".."):
        raise DeadLink(f"{source}: the link {link} leads out of the repository")
    found = REPOSITORY / path
    if found.is_dir():
        readme = posixpath.normpath(posixpath.join(path, "README.md"))
        return readme if (REPOSITORY / readme).exists() else None
    if not found.is_file():
        raise DeadLink(f"{source}: the link {link} leads to {path}, which is not there")
    return path


def check_form(source: str, address: str) -> None:
    """Refuses an address that cannot be right; whether a server answers there is not checked."""
    try:
        parts = urlsplit(address)
        is_well_formed = parts.scheme == "https" and "." in (parts.hostname or "")
    except ValueError:
        is_well_formed = False
    if not is_well_formed:
        raise DeadLink(f"{source}: {address} is not an address that begins with https:// and a host")


def pieces(text: str) -> Iterator[tuple[bool, str]]:
    """Markdown as parts, each with whether it is code."""
    end = 0
    for code in CODE.finditer(text):
        yield False, text[end : code.start()]
        yield True, code[0]
        end = code.end()
    yield False, text[end:]


def with_links_of_the_book(source: str, text: str, linked: list[str]) -> str:
    """The Markdown of the file `source` with each link to a file as a link to the file's page. Files that
    are linked are added to `linked`."""

    def replace(link: re.Match[str]) -> str:
        target, hash_sign, anchor = link["target"].partition("#")
        if not target:
            return link[0]
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            check_form(source, link["target"])
            return link[0]
        found = target_of(source, target)
        if found is None:
            return NO_PAGE
        linked.append(found)
        relative = posixpath.relpath(page_of(found), posixpath.dirname(page_of(source)) or ".")
        return f"]({relative}{hash_sign}{anchor})"

    linking = "".join(part if is_code else LINK.sub(replace, part) for is_code, part in pieces(text))
    return re.sub(r"\[([^\]]*)" + re.escape(NO_PAGE), r"\1", linking)


def as_text(path: str, content: str) -> str:
    """The page of a file that is not Markdown."""
    longest = max((len(run) for run in re.findall(r"`+", content)), default=0)
    fence = "`" * max(3, longest + 1)
    language = LANGUAGES.get(Path(path).suffix, "") if len(content) <= COLOURED else ""
    if not content.endswith("\n"):
        content += "\n"
    return f"# `{path}`\n\n{fence}{language or 'text'}\n{content}{fence}\n"


def title_of(path: str, content: str) -> str:
    heading = re.search(r"^# (.+)$", content, re.M) if path.endswith(".md") else None
    return heading[1] if heading else path


def chapters(items: list[Any]) -> Iterator[dict[str, Any]]:
    """All chapters of a book, in order."""
    for item in items:
        if "Chapter" in item:
            yield item["Chapter"]
            yield from chapters(item["Chapter"]["sub_items"])


def chapter(name: str, page: str, content: str, number: list[int], parents: list[str]) -> dict[str, Any]:
    """A chapter that stands in no file of the book. Its number says how deep it stands."""
    return {"Chapter": {"name": name, "content": content, "number": number, "sub_items": [], "path": page,
                        "source_path": None, "parent_names": parents}}


def page_of_file(path: str, linked: list[str]) -> tuple[str, str]:
    """Title and Markdown of the page of a file."""
    content = (REPOSITORY / path).read_text(encoding="utf-8")
    title = title_of(path, content)
    if path.endswith(".md"):
        return title, with_links_of_the_book(path, content, linked)
    return title, as_text(path, content)


PART = "The repository"
ABOUT = """# The repository

Pages of this book link to files of the repository: what was found in an implementation, programs that show it,
vectors, the source of the reference. Each file that a page links to is shown here as it was when the book was built.
"""


def with_pages_of_files(book: dict[str, Any]) -> None:
    """Adds a page for every file that is linked and has none yet."""
    linked: list[str] = []
    known = set()
    for each in chapters(book["items"]):
        if each["source_path"] is None:
            continue
        source = f"docs/{each['source_path']}"
        known.add(source)
        each["content"] = with_links_of_the_book(source, each["content"], linked)

    added: dict[str, tuple[str, str]] = {}
    while linked:
        path = linked.pop(0)
        if path not in known:
            known.add(path)
            added[path] = page_of_file(path, linked)

    listed = "".join(f"- [`{path}`]({posixpath.relpath(page_of(path), 'repository')})\n" for path in sorted(added))
    last = max((each["number"][0] for each in chapters(book["items"]) if each["number"]), default=0) + 1
    index = chapter(PART, "repository/index-of-files.md", f"{ABOUT}\n{listed}", [last], [])
    index["Chapter"]["sub_items"] = [
        chapter(title, page_of(path), content, [last, number], [PART])
        for number, (path, (title, content)) in enumerate(sorted(added.items()), 1)
    ]
    book["items"].append(index)


def main() -> int:
    if sys.argv[1:2] == ["supports"]:
        return 0 if sys.argv[2:] == ["html"] else 1
    # mdBook sends UTF-8 whatever the locale is.
    _, book = json.loads(sys.stdin.buffer.read())
    try:
        with_pages_of_files(book)
    except DeadLink as dead:
        print(f"error: {dead}", file=sys.stderr)
        return 1
    sys.stdout.buffer.write(json.dumps(book).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
