"""A stand-in for an adapter: the reference, which misbehaves in one way.

    python adapter.py CONFORM MODE TRIGGER [STARTS]

misbehaves where a request contains TRIGGER, and counts its starts as lines of the file STARTS.
"""

import json
import os
import subprocess
import sys
import time


def main(conform, mode, trigger, starts=None):
    if starts is not None:
        with open(starts, "a", encoding="utf-8") as file:
            file.write("started\n")
    if mode == "exits-at-start":
        sys.exit("no such library")
    if mode == "hostile-at-start":
        sys.exit("\x1b[31mred")
    reference = subprocess.Popen([conform, "reference"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for line in sys.stdin.buffer:
        is_hello = b'"op":"hello"' in line
        if trigger.encode() in line and not is_hello:
            misbehave(mode, json.loads(line)["id"])
            continue
        reference.stdin.write(line)
        reference.stdin.flush()
        answer = json.loads(reference.stdout.readline())
        if is_hello and mode == "bad-hello":
            answer["ok"]["protocol"] = 2
        if is_hello and mode == "hostile":
            answer["ok"]["name"] = "\x1b[31mred"
        if is_hello and mode == "lacks-int16":
            answer["ok"]["unsupported"] = {"data_types": ["int16"]}
        if is_hello and mode == "offers-nothing":
            answer["ok"]["ops"] = []
        print(json.dumps(answer), flush=True)


def misbehave(mode, number):
    if mode == "crash":
        os.abort()
    if mode == "hang":
        time.sleep(600)
    if mode == "garbage":
        print("Warning: not an answer", flush=True)
    if mode == "refuse":
        error = {"kind": "invalid", "message": "I refuse"}
        print(json.dumps({"id": number, "error": error}), flush=True)


main(*sys.argv[1:])
