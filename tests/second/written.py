"""Reads what the writers of `conform fuzz` wrote, and compares with the elements that they were given.

    cargo run -p zarr-conform-fuzz --example written -- NUMBER | tests/second/run --written

Each line of standard input is a chunk, with the members of a fact and the fill value in hexadecimal digits.
"""

import json
import sys

from facts import attempt, differs
from reader import Reading
from reader.codecs import Chain
from reader.shapes import of_digits


def differences(it):
    fill_value, encoded = of_digits(it["fill_value"]), bytes.fromhex(it["encoded"])
    reading = Reading("3.1")
    decoded = lambda: Chain(it["codecs"], it["data_type"], it["shape"], fill_value, reading).decode(encoded)
    return differs("elements", attempt(decoded), it["elements"])


def main():
    number, is_wrong = 0, False
    for number, line in enumerate(sys.stdin, 1):
        it = json.loads(line)
        for difference in differences(it):
            is_wrong = True
            print(f"seed {it['seed']}: {difference}: {json.dumps(it['codecs'])}")
    if not number:
        sys.exit("nothing was written")
    print(f"{number} chunks by other writers")
    sys.exit(is_wrong)


if __name__ == "__main__":
    main()
