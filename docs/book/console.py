"""Runs every command that the documents show, and compares what they show of its output.

A command stands in a block of ```console after `$ `; it goes on after a `\\` at the end of a line and to the end of
a here document. The lines after it are what it prints, where `…` stands for any text, and by itself on a line for any
lines. The commands of a page run in order, in one shell, in a copy of the repository as it is in git and on disk.
They find `conform` as one program that is built, and `cargo` works in the checkout, where its target folder is.

What a reader need not see:

    ```console exit=1           the last command of the block ends with 1, all others with 0
    ```console exit=1,0         the first ends with 1, the second with 0
    <!-- before: COMMANDS -->   above a block: what the page takes for granted, such as an adapter
    <!-- not run: REASON -->    above a block: why its commands are not run

Commands that others run are named in `commands.toml`, with who does.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
SECONDS_OF_A_PAGE = 900


class Mistake(Exception):
    """A document that cannot be read, with the place."""


@dataclass
class Command:
    """One command, and what is shown of its output."""

    line: int
    text: str
    shown: list[str] = field(default_factory=list)
    code: int = 0
    before: str = ""
    not_run: str = ""


FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<info>.*)$")
NOTE = re.compile(r"<!-- (?P<kind>before|not run): (?P<text>(?:(?!-->).)*?) -->\s*$", re.S)
HERE_DOCUMENT = re.compile(r"<<-?\s*(['\"]?)(?P<word>\w+)\1")


def commands_of(page: str, text: str) -> list[Command]:
    """The commands of a page, in order."""
    found = []
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        fence = FENCE.match(lines[at])
        if not fence:
            at += 1
            continue
        first = at + 1
        end = first
        while end < len(lines) and lines[end].strip() != fence["fence"]:
            end += 1
        block = [line.removeprefix(fence["indent"]) for line in lines[first:end]]
        words = fence["info"].split()
        if words[:1] == ["console"]:
            found += commands_of_block(page, first, block, words[1:], "\n".join(lines[:at]))
        elif any(line.startswith("$ ") for line in block):
            raise Mistake(f"{page}:{first}: a block with commands has to begin with ```console")
        at = end + 1
    return found


def commands_of_block(page: str, line: int, block: list[str], words: list[str], above: str) -> list[Command]:
    """The commands of one block; `line` is the number of the line of its fence."""
    commands: list[Command] = []
    at = 0
    while at < len(block):
        if not block[at].startswith("$ "):
            if not commands:
                raise Mistake(f"{page}:{line + at + 1}: a block of ```console begins with `$ ` and a command")
            commands[-1].shown.append(block[at])
            at += 1
            continue
        start = at
        text = [block[at][2:]]
        until = HERE_DOCUMENT.search(text[0])
        while (until and block[at] != until["word"]) or (not until and text[-1].endswith("\\")):
            at += 1
            if at == len(block):
                raise Mistake(f"{page}:{line + start + 1}: the command has no end")
            text.append(block[at])
        commands.append(Command(line + start + 1, "\n".join(text)))
        at += 1
    if not commands:
        raise Mistake(f"{page}:{line}: a block of ```console without a command")
    for word in words:
        if not re.fullmatch(r"exit=\d+(,\d+)*", word):
            raise Mistake(f"{page}:{line}: `{word}` after ```console; known is exit=CODE")
        codes = [int(code) for code in word[5:].split(",")]
        if len(codes) not in (1, len(commands)):
            raise Mistake(f"{page}:{line}: {len(codes)} exit codes for {len(commands)} commands")
        for command, code in zip(commands[-len(codes) :], codes):
            command.code = code
    while note := NOTE.search(above.rstrip()):
        above = above.rstrip()[: note.start()]
        if note["kind"] == "before":
            commands[0].before = note["text"] + "\n" + commands[0].before
        else:
            for command in commands:
                command.not_run = note["text"]
    return commands


def is_as_shown(shown: list[str], printed: str) -> bool:
    """Whether lines of a document, in which `…` stands for anything, are what a command printed."""
    pattern = ""
    for line in shown:
        if line.strip() == "…":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += "[^\n]*".join(re.escape(part) for part in line.rstrip().split("…")) + r"[ \t]*\n"
    return re.fullmatch(pattern, printed if printed.endswith("\n") else printed + "\n") is not None


def script_of(commands: list[Command], results: Path) -> str:
    """A script that runs commands in order, up to the first that ends otherwise than it should."""
    script = ""
    for number, command in enumerate(commands):
        if command.before:
            script += f"{{\n{command.before}\n}} > {results}/before-{number} 2>&1 || exit 99\n"
        script += (
            f"{{\n{command.text}\n}} > {results}/{number} 2>&1 < /dev/null\n"
            f"code=$?; echo $code > {results}/{number}.code; [ $code = {command.code} ] || exit 0\n"
        )
    return script


def failures_of_page(page: str, commands: list[Command], folder: Path, environment: dict[str, str]) -> list[str]:
    """Runs the commands of a page in a folder."""
    with tempfile.TemporaryDirectory() as name:
        results = Path(name)
        script = script_of(commands, results)
        try:
            subprocess.run(["bash", "-c", script], cwd=folder, env=environment, timeout=SECONDS_OF_A_PAGE)
        except subprocess.TimeoutExpired:
            return [f"{page}: its commands take longer than {SECONDS_OF_A_PAGE} s"]
        for number, command in enumerate(commands):
            problem = problem_of(command, results, number)
            if problem:
                return [f"{page}:{command.line}: $ {command.text}\n{problem}"]
    return []


def problem_of(command: Command, results: Path, number: int) -> str:
    """What is wrong with a command that was run, or nothing."""
    code_file = results / f"{number}.code"
    if not code_file.exists():
        log = results / f"before-{number}"
        return "  was not run, since what stands in `before` failed:\n" + indented(
            log.read_text() if log.exists() else ""
        )
    printed = (results / str(number)).read_text(errors="replace")
    code = int(code_file.read_text())
    if code != command.code:
        return f"  ended with {code}, not with {command.code}, and printed\n" + indented(printed)
    if command.shown and not is_as_shown(command.shown, printed):
        return f"  printed\n{indented(printed)}\n  where the page shows\n" + indented("\n".join(command.shown))
    return ""


def indented(text: str) -> str:
    lines = text.rstrip("\n").split("\n")
    if len(lines) > 80:
        lines = [*lines[:40], "…", *lines[-40:]]
    return "\n".join(f"    {line}" for line in lines)


def copy_of_repository(files: list[str], folder: Path) -> None:
    for path in files:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(REPOSITORY / path, target, follow_symlinks=False)


def files_of_repository() -> list[str]:
    """What git has or would take, and what is there of it."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=REPOSITORY, check=True, capture_output=True, text=True,
    ).stdout.split("\0")
    return sorted({path for path in listed if path and os.path.lexists(REPOSITORY / path)})


def tools(folder: Path, conform: Path) -> None:
    """What the commands find first on the path."""
    folder.mkdir()
    (folder / "conform").symlink_to(conform)
    cargo = shutil.which("cargo")
    if cargo:
        # In a copy, everything would be compiled again.
        (folder / "cargo").write_text(f"#!/bin/sh\ncd '{REPOSITORY}' && exec '{cargo}' \"$@\"\n")
        (folder / "cargo").chmod(0o755)


def left_out(page: str, command: Command, elsewhere: list[dict[str, str]], used: Counter[str]) -> str:
    """Why a command is not run here, or nothing."""
    if command.not_run:
        return command.not_run
    for entry in elsewhere:
        if fnmatch.fnmatchcase(page, entry["page"]) and fnmatch.fnmatchcase(command.text, entry["command"]):
            used[entry["because"]] += 1
            return entry["because"]
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs every command that the documents show.")
    parser.add_argument("--conform", type=Path, default=REPOSITORY / "target/debug/conform")
    parser.add_argument("--wheels", type=Path, help="a folder with a wheel of zarr-conform, for pip")
    parser.add_argument("--list", action="store_true", help="list what would be run, and what not and why")
    parser.add_argument("pages", nargs="*", help="only these, as paths in the repository")
    arguments = parser.parse_args()

    files = files_of_repository()
    pages = [path for path in files if path.endswith(".md") and not path.startswith("vectors/")]
    elsewhere = tomllib.loads((HERE / "commands.toml").read_text())["elsewhere"]
    used: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    failures: list[str] = []
    ran = 0
    for page in pages:
        commands = []
        for command in commands_of(page, (REPOSITORY / page).read_text(encoding="utf-8")):
            reason = left_out(page, command, elsewhere, used)
            if arguments.list:
                print(f"{page}:{command.line}: $ {command.text}" + (f"\n    not run: {reason}" if reason else ""))
            if reason:
                reasons[reason] += 1
            else:
                commands.append(command)
        if not commands or arguments.list or (arguments.pages and page not in arguments.pages):
            continue
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "zarr-conform"
            copy_of_repository(files, folder)
            tools(Path(name) / "tools", arguments.conform.resolve())
            environment = dict(os.environ, NO_COLOR="1", PATH=f"{name}/tools:{os.environ['PATH']}",
                               CARGO_INSTALL_ROOT=f"{name}/installed", PIP_DISABLE_PIP_VERSION_CHECK="1")
            if arguments.wheels:
                environment["PIP_FIND_LINKS"] = str(arguments.wheels.resolve())
            failures += failures_of_page(page, commands, folder, environment)
        ran += len(commands)
        print(f"{page}: {len(commands)} commands, {time.monotonic() - began:.1f} s", flush=True)

    for entry in elsewhere:
        if not used[entry["because"]]:
            failures.append(f"docs/book/commands.toml: no command is not run since {entry['because']}")
    for reason, count in sorted(reasons.items()):
        print(f"not run: {count}, since {reason}")
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"{ran} commands run, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Mistake as mistake:
        sys.exit(f"error: {mistake}")
