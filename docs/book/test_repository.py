"""Tests of repository.py: what becomes of links."""

import unittest

import repository
from repository import DeadLink


def rewritten(text: str, source: str = "docs/vectors.md") -> tuple[str, list[str]]:
    linked: list[str] = []
    return repository.with_links_of_the_book(source, text, linked), linked


class Links(unittest.TestCase):
    def test_a_page_of_the_book_keeps_its_place(self) -> None:
        self.assertEqual(rewritten("[a](adapters.md#hello)"), ("[a](adapters.md#hello)", ["docs/adapters.md"]))

    def test_a_file_of_the_repository_leads_to_its_page(self) -> None:
        self.assertEqual(rewritten("[`a`](../Cargo.toml)")[0], "[`a`](repository/Cargo.toml.md)")
        self.assertEqual(rewritten("[a](docs/vectors.md)", "README.md")[0], "[a](../vectors.md)")

    def test_a_readme_is_the_index_of_its_folder(self) -> None:
        self.assertEqual(rewritten("[a](upstream/README.md)")[0], "[a](upstream/index.md)")
        self.assertEqual(rewritten("[a](upstream)")[0], "[a](upstream/index.md)")

    def test_a_folder_without_one_becomes_text(self) -> None:
        self.assertEqual(rewritten("see [`src`](../src/report), there"), ("see `src`, there", []))

    def test_code_and_other_addresses_stay(self) -> None:
        for text in ("`[a](nowhere.md)`", "```\n[a](nowhere.md)\n```", "[a](https://example.org/x)", "[a](#b)"):
            self.assertEqual(rewritten(text), (text, []))

    def test_a_dead_link_is_refused_with_its_place(self) -> None:
        for link in ("nowhere.md", "../../beyond.md", "http://example.org/", "https://nowhere/"):
            with self.assertRaisesRegex(DeadLink, "docs/vectors.md"):
                rewritten(f"[a]({link})")


class Pages(unittest.TestCase):
    def test_text_is_fenced_whatever_is_in_it(self) -> None:
        page = repository.as_text("a/b.md.txt", "x\n````\n")
        self.assertEqual(page, "# `a/b.md.txt`\n\n`````text\nx\n````\n`````\n")

    def test_every_linked_file_gets_one_page(self) -> None:
        chapter = {"name": "A", "content": "[a](../Cargo.toml) [b](../Cargo.toml)", "sub_items": [],
                   "path": "a.md", "source_path": "a.md", "number": None, "parent_names": []}  # fmt: skip
        book = {"items": [{"Chapter": chapter}]}
        repository.with_pages_of_files(book)
        pages = [it["path"] for it in repository.chapters(book["items"])]
        self.assertEqual(pages, ["a.md", "repository/index-of-files.md", "repository/Cargo.toml.md"])


if __name__ == "__main__":
    unittest.main()
