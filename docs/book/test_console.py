"""Tests of console.py: what it takes for a command, and what it takes for the same output."""

import tempfile
import unittest
from pathlib import Path

import console
from console import Command, Mistake, commands_of, is_as_shown


def page(*lines: str) -> list[Command]:
    return commands_of("page.md", "\n".join(lines))


class Blocks(unittest.TestCase):
    def test_commands_with_what_they_print(self) -> None:
        first, second = page("```console", "$ one", "two", "$ three", "```")
        self.assertEqual((first.text, first.shown, first.line), ("one", ["two"], 2))
        self.assertEqual((second.text, second.shown, second.line), ("three", [], 4))

    def test_a_command_goes_on_after_a_backslash_and_in_a_here_document(self) -> None:
        first, second = page("```console", "$ a \\", "  b", "$ cat <<'END'", "$ c", "END", "d", "```")
        self.assertEqual(first.text, "a \\\n  b")
        self.assertEqual((second.text, second.shown), ("cat <<'END'\n$ c\nEND", ["d"]))

    def test_a_block_in_a_list_is_indented(self) -> None:
        self.assertEqual(page("1. x", "   ```console", "   $ a", "   ```")[0].text, "a")

    def test_exit_codes_are_of_the_last_command_or_of_all(self) -> None:
        self.assertEqual([it.code for it in page("```console exit=3", "$ a", "$ b", "```")], [0, 3])
        self.assertEqual([it.code for it in page("```console exit=1,2", "$ a", "$ b", "```")], [1, 2])

    def test_notes_belong_to_the_block_below_them_only(self) -> None:
        first, second, third = page(
            "<!-- not run: it is slow -->", "```console", "$ a", "```",
            "<!-- before: x", "  y -->", "", "```console", "$ b", "```",
            "```console", "$ c", "```",
        )  # fmt: skip
        self.assertEqual((first.not_run, first.before), ("it is slow", ""))
        self.assertEqual((second.not_run, second.before.split()), ("", ["x", "y"]))
        self.assertEqual((third.not_run, third.before), ("", ""))

    def test_other_blocks_must_not_have_commands(self) -> None:
        for info in ("", "sh", "text"):
            with self.assertRaisesRegex(Mistake, "page.md:1"):
                page(f"```{info}", "$ a", "```")
        self.assertEqual(page("```text", "a", "```"), [])

    def test_what_is_malformed_is_a_mistake_with_its_line(self) -> None:
        for lines in (
            ["```console", "a", "```"],
            ["```console", "```"],
            ["```console exit=x", "$ a", "```"],
            ["```console exit=1,2", "$ a", "```"],
            ["```console", "$ a \\", "```"],
            ["```console", "$ cat <<END", "a", "```"],
        ):
            with self.assertRaisesRegex(Mistake, r"page\.md:\d"):
                page(*lines)


class Output(unittest.TestCase):
    def test_dots_stand_for_text_and_for_lines(self) -> None:
        self.assertTrue(is_as_shown(["a … c", "…", "z"], "a bb c\nx\ny\nz\n"))
        self.assertTrue(is_as_shown(["a", "…", "z"], "a\nz\n"))
        self.assertTrue(is_as_shown(["…"], ""))

    def test_anything_else_has_to_be_there(self) -> None:
        self.assertFalse(is_as_shown(["a"], "a\nb\n"))
        self.assertFalse(is_as_shown(["a", "b"], "a\n"))
        self.assertFalse(is_as_shown(["a.c"], "abc\n"))
        self.assertFalse(is_as_shown(["a…c"], "a\nc\n"))


class Runs(unittest.TestCase):
    def failures(self, *lines: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            return console.failures_of_page("page.md", page(*lines), Path(folder), {"PATH": "/usr/bin:/bin"})

    def test_commands_share_a_shell(self) -> None:
        self.assertEqual(
            self.failures("```console", "$ mkdir a && cd a && x=1", "$ echo $x $(basename $PWD)", "1 a", "```"), []
        )

    def test_another_output_and_another_code_are_failures(self) -> None:
        for lines in (["```console", "$ echo a", "b", "```"], ["```console", "$ false", "```"],
                      ["```console exit=1", "$ true", "```"]):  # fmt: skip
            (failure,) = self.failures(*lines)
            self.assertTrue(failure.startswith("page.md:2: $ "), failure)

    def test_what_comes_before_has_to_work(self) -> None:
        self.assertEqual(self.failures("<!-- before: touch a -->", "```console", "$ ls", "a", "```"), [])
        (failure,) = self.failures("<!-- before: false -->", "```console", "$ true", "```")
        self.assertIn("before", failure)


if __name__ == "__main__":
    unittest.main()
