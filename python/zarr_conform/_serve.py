"""Serves the implementation of a test module in a process of its own, as an adapter."""

import importlib.util
import json
import os
import shlex
import sys
from pathlib import Path

from ._answer import Answers
from ._tests import Tests


def serving(module: Path, name: str) -> str:
    """The command that serves what ``zarr_conform.tests`` gave a name in a module."""
    return shlex.join([sys.executable, "-m", "zarr_conform._serve", str(module), name])


def _implementation(module: Path, name: str) -> Answers:
    sys.path.insert(0, str(module.parent))
    spec = importlib.util.spec_from_file_location(module.stem, module)
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[module.stem] = loaded
    spec.loader.exec_module(loaded)
    found = getattr(loaded, name)
    assert isinstance(found, Tests), f"{name} of {module} is no longer what zarr_conform.tests gives"
    return Answers(found.implementation)


def main() -> int:
    """Answers until nothing is asked any more."""
    # What the library prints must not come between the answers.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    answers = _implementation(Path(sys.argv[1]), sys.argv[2])
    for line in sys.stdin:
        answer = answers.answer(json.loads(line))
        if "crash" in answer:
            print(answers.tracebacks.get(answer["crash"], answer["crash"]), file=sys.stderr)
            return 1
        replies.write(json.dumps(answer) + "\n")
        replies.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
