"""Shows that the second implementation would notice mistakes: makes each of `mistakes.toml` in a copy of it.

    tests/second/run --prove [NAME...]
"""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import facts


def differing(mistake):
    """The ids of the facts that differ where a mistake is made."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tests" / "second"
        shutil.copytree(facts.HERE, copy, ignore=shutil.ignore_patterns(".venv", "__pycache__"))
        (Path(folder) / "vectors").symlink_to(facts.VECTORS)
        file = copy / mistake["file"]
        text = file.read_text("utf-8")
        if text.count(mistake["from"]) != 1:
            sys.exit(f"{mistake['name']}: {mistake['file']} has {text.count(mistake['from'])} places to change, not one")
        file.write_text(text.replace(mistake["from"], mistake["to"]), "utf-8")
        command = [sys.executable, copy / "facts.py", *([] if mistake.get("every") else mistake["fails"])]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode != 1 or ran.stderr:
        sys.exit(f"{mistake['name']}: ended with {ran.returncode}\n{ran.stderr}")
    lines = ran.stdout.splitlines()
    return {line.split()[0] for line in lines if line.endswith((" (must)", " (should)", " (may)", " (open)"))}


def unnoticed(mistake, found):
    """What should have differed and did not."""
    missing = [prefix for prefix in mistake["fails"] if not any(id.startswith(prefix) for id in found)]
    if mistake.get("every"):
        missing += [fact["id"] for _, fact in facts.facts() if has_encoded(fact) and fact["id"] not in found]
    return missing


def has_encoded(fact):
    """Whether a fact states bytes and what they decode to."""
    kind = facts.kind_of(fact)
    member = {"chunk": "encoded", "array": "written", "representation": "chunk", "metadata": "chunk"}.get(kind)
    return bool(member and fact[kind].get(member))


def main(names):
    mistakes = tomllib.loads((facts.HERE / "mistakes.toml").read_text("utf-8"))["mistake"]
    chosen = [it for it in mistakes if not names or it["name"] in names]
    if not chosen:
        sys.exit("no mistake has this name")
    is_wrong = False
    for mistake in chosen:
        found = differing(mistake)
        missing = unnoticed(mistake, found)
        is_wrong |= bool(missing)
        print(f"{mistake['name']}: {len(found)} facts differ" + "".join(f"; none of {it}" for it in missing))
    return 1 if is_wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
