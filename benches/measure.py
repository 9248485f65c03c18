"""Measures what the runner takes from the machine; needs Linux and nothing but Python.

  benches/measure.py share COMMAND         the runner's own processor time while judging COMMAND
  benches/measure.py hunt COMMAND [CASES]  the same while asking it random cases, 2000 where not given
  benches/measure.py memory N...           its peak memory for this many checks

CONFORM names the program; target/release/conform otherwise.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONFORM = os.environ.get("CONFORM", str(ROOT / "target/release/conform"))
TICKS = os.sysconf("SC_CLK_TCK")


def run(arguments):
    """Runs the program; its own seconds, those of its processes, the whole time, peak kB."""
    started = time.monotonic()
    process = subprocess.Popen([CONFORM, *arguments], stdout=subprocess.DEVNULL)
    peak = 0
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        peak = max(peak, high_water_mark(process.pid))
        time.sleep(0.01)
    taken = time.monotonic() - started
    # A process that has ended and was not waited for still tells what it took.
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    own, others = (sum(int(field) / TICKS for field in fields[at:at + 2]) for at in (11, 13))
    process.wait()
    return own, others, taken, peak


def high_water_mark(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    return 0


def share(command):
    tell_share(["--impl", command, "--quiet", "--no-diagnosis"])


def hunt(command, cases="2000"):
    tell_share(["fuzz", "--impl", command, "--quiet", "--seed", "1", "--jobs", "1", "--cases", cases])


def tell_share(arguments):
    own, others, taken, _ = run(arguments)
    percent = 100 * own / (own + others)
    print(f"runner {own:.2f} s, implementation {others:.2f} s, in {taken:.2f} s: {percent:.1f} %")


def repeated(folder, checks):
    """Writes vectors that give this many checks: chunks of the real vectors under other ids."""
    topic = json.loads((ROOT / "vectors/transpose/permutations.json").read_text())
    facts = [fact for fact in topic["facts"] if "encoded" in fact.get("chunk", {})]
    facts = [fact for fact in facts if 0 not in fact["chunk"]["shape"] and "3.1" in fact["editions"]]
    per_fact, per_file = 4, 1000
    for number in range(0, checks // per_fact, per_file):
        name = f"repeated/part-{number // per_file}"
        copies = []
        for at in range(number, min(number + per_file, checks // per_fact)):
            copies.append({**facts[at % len(facts)], "id": f"{name}/fact-{at}"})
        file = folder / f"{name}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps({"format": 1, "about": "Repeated facts.", "facts": copies}))


def memory(numbers):
    for number in numbers:
        with tempfile.TemporaryDirectory() as folder:
            repeated(pathlib.Path(folder), number)
            arguments = ["--vectors", folder, "--filter", "repeated/*"]
            listed = run([*arguments, "--list"])[3]
            _, _, taken, peak = run([*arguments, "--quiet"])
            size = sum(file.stat().st_size for file in pathlib.Path(folder).rglob("*.json"))
        print(f"{number} checks: peak {peak / 1024:.1f} MiB, of which loading and listing them "
              f"{listed / 1024:.1f} MiB, in {taken:.1f} s; their files {size / 2**20:.1f} MiB")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["share", command]:
            share(command)
        case ["hunt", command, *cases] if len(cases) < 2:
            hunt(command, *cases)
        case ["memory", *numbers] if numbers:
            memory([int(number) for number in numbers])
        case _:
            sys.exit(__doc__)
