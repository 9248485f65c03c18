"""Says whether pytest came to the same as ``conform``, check by check.

    python compare.py EVENTS JUNIT [CLASSNAME]

compares the events of ``conform --json`` with the JUnit XML of pytest, of whose tests only those of the
class are looked at. Exits with 1 where a check differs, and names it.
"""

import json
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path
from typing import Any


def expected(event: dict[str, Any]) -> tuple[str, str]:
    """The verdict on a check, and what its test has to come to by docs/outputs.md."""
    verdict = event["verdict"]
    if verdict["is"] not in ("fail", "flaky"):
        passes = verdict["is"] in ("pass", "behaviour")
        return verdict["is"], "passed" if passes else "skipped"
    kind = verdict.get("kind", verdict["is"])
    is_wrong = kind in ("wrong-data", "wrong-metadata")
    return kind, "failed" if event["level"] == "must" or is_wrong else "xfailed"


def by_conform(events: Path) -> dict[str, tuple[str, str]]:
    """What ``conform`` says of each check."""
    with events.open(encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    if lines[-1].get("event") != "finished" or "ended_early" in lines[-1]:
        sys.exit(f"error: {events} is not a whole run")
    return {it["check"]: expected(it) for it in lines if it["event"] == "check-finished"}


def by_pytest(junit: Path, classname: str) -> dict[str, tuple[str, str]]:
    """What pytest says of each check."""
    found = {}
    for case in ElementTree.parse(junit).iter("testcase"):
        if case.attrib["classname"] != classname:
            continue
        outcome = "passed"
        for child in case:
            if child.tag in ("failure", "error"):
                outcome = "failed"
            elif child.tag == "skipped":
                outcome = "xfailed" if child.attrib["type"] == "pytest.xfail" else "skipped"
        properties = {it.attrib["name"]: it.attrib["value"] for it in case.iter("property")}
        found[case.attrib["name"]] = (properties.get("conform-verdict", "none"), outcome)
    return found


def main(events: str, junit: str, classname: str = "conform") -> None:
    conform, pytest = by_conform(Path(events)), by_pytest(Path(junit), classname)
    differing = [it for it in {**conform, **pytest} if conform.get(it) != pytest.get(it)]
    for check in differing[:20]:
        print(f"{check}: conform {conform.get(check)}, pytest {pytest.get(check)}", file=sys.stderr)
    if differing or not conform:
        sys.exit(f"error: {len(differing)} of {len(conform)} checks differ")
    counts = Counter(outcome for _, outcome in pytest.values())
    told = ", ".join(f"{number} {outcome}" for outcome, number in sorted(counts.items()))
    print(f"{len(conform)} checks are the same: {told}")


main(*sys.argv[1:])
