"""Asks a skeleton that `fill.py` filled in, and compares its answers.

    converse.py COMMAND
"""

import json
import shlex
import subprocess
import sys

LARGE = 2**53 + 1
# Of the ids. Some languages write such a number as 1e11.
STEP = 10**11
LONG = "01" * 100_000

described = {"data_type": "uint8", "shape": [LARGE, 0]}
scalar = {"data_type": "uint8", "shape": []}


def region(start):
    return {"start": [start], "shape": [1]}


def digits(start):
    return start.to_bytes(8, "little").hex()


# Each request without its id, and the answer: the result, or the kind of error.
CONVERSATION = [
    ({"op": "open", "store": "any"}, described),
    ({"op": "open", "store": "scalar"}, scalar),
    ({"op": "open", "store": "refused"}, "invalid"),
    ({"op": "open", "store": "denied"}, "internal"),
    ({"op": "read", "store": "any"}, {**described, "elements": "0001feff"}),
    ({"op": "read", "store": "any", "regions": []}, {**described, "regions": []}),
    (
        {"op": "read", "store": "scalar", "regions": [region(258), region(LARGE), region(258)]},
        {**scalar, "regions": [digits(258), digits(LARGE), digits(258)]},
    ),
    (
        {"op": "read", "store": "any", "regions": [region(LARGE)]},
        {**described, "regions": [digits(LARGE)]},
    ),
    ({"op": "read", "store": "refused"}, "invalid"),
    ({"op": "write", "store": "any", "elements": "00ff"}, {}),
    ({"op": "write", "store": "any", "elements": "00fe"}, "invalid"),
    ({"op": "write", "store": "any", "elements": LONG}, "invalid"),
    ({"op": "write", "store": "any", "region": region(LARGE), "elements": ""}, {}),
    ({"op": "write", "store": "any", "region": region(LARGE - 1), "elements": ""}, "invalid"),
    ({"op": "zc-nobody-knows", "store": ""}, "unsupported"),
    ({"op": "create", "store": "", "metadata": {"fill_value": 1e300}, "elements": ""}, "unsupported"),
]

# By the end of a skeleton's name, what only its language has: a member that is undefined is no member.
ONLY = {".mjs": [({"op": "open", "store": "shapeless"}, {"data_type": "uint8"})]}


def main():
    for end, exchanges in ONLY.items():
        if shlex.split(sys.argv[1])[-1].endswith(end):
            CONVERSATION.extend(exchanges)
    requests = [{"op": "hello", "protocol": 1, "editions": ["draft", "3.0", "3.1"]}]
    requests += [request for request, _ in CONVERSATION]
    lines = "".join(json.dumps({"id": STEP * i, **it}) + "\n" for i, it in enumerate(requests))
    command = shlex.split(sys.argv[1])
    ended = subprocess.run(command, input=lines.encode(), capture_output=True)
    try:
        hello, *answers = [json.loads(line) for line in ended.stdout.splitlines()]
    except ValueError as error:
        sys.exit(f"{error} in:\n{ended.stdout[:2000]}\n{ended.stderr[-2000:]}")
    problems = []
    if ended.returncode != 0:
        problems.append(f"ended with {ended.returncode}: {ended.stderr[-2000:]}")
    if (hello["id"], hello["ok"]["ops"]) != (0, ["open", "read", "write"]):
        problems.append(f"hello: {hello}")
    if len(answers) != len(CONVERSATION):
        problems.append(f"{len(answers)} answers to {len(CONVERSATION)} requests")
    for number, ((request, expected), answer) in enumerate(zip(CONVERSATION, answers), start=1):
        number *= STEP
        if isinstance(expected, str):
            found = answer.get("error", {}).get("kind")
            right = found == expected and set(answer) == {"id", "error"} and answer["error"]["message"]
        else:
            right = answer == {"id": number, "ok": expected}
        if not right or answer["id"] != number or not isinstance(answer["id"], int):
            problems.append(f"{str(request)[:200]}: expected {expected}, found {str(answer)[:200]}")
    if problems:
        sys.exit("\n".join(problems))


main()
