"""Derives every decoded chunk of the vectors again from the stored bytes, and what documents mean, and compares.

    tests/second/run [FACTS...]

reads the vectors of the checkout with `reader`, which shares no code with the reference, in every edition
of each fact. FACTS are beginnings of ids. A difference is an error unless `explained.toml` says why it is
there; so is an entry there that no difference matches.
"""

import argparse
import sys
import tomllib
from collections import Counter
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from reader import LIBERTIES, Reading, Refused, data_types
from reader.arrays import Array, parse
from reader.codecs import Chain
from reader.hierarchy import ROOT, Hierarchy
from reader.shapes import length_of, mutable, of_digits, part, put

HERE = Path(__file__).parent
VECTORS = HERE.parent.parent / "vectors"
KINDS = ("chunk", "bad_chunk", "representation", "metadata", "array", "hierarchy")


def facts():
    """Every fact with the folder of its file."""
    for file in sorted(VECTORS.glob("*/*.json")):
        if file.parent.name != "schema":
            for fact in parse(file.read_text("utf-8"))["facts"]:
                yield file.parent, fact


def attempt(derive):
    """What is derived, in hexadecimal digits, or the refusal."""
    try:
        return derive().hex()
    except Refused as refusal:
        return refusal


def differs(what, found, expected):
    if isinstance(found, Refused):
        return [f"{what}: refused ({found}), expected {expected[:64]}"]
    return [] if found == expected else [f"{what}: found {found[:64]}, expected {expected[:64]}"]


def against_claim(claim, expected, found, is_strict):
    """What is wrong with a result, by what is claimed: that it holds, is refused, or is one of several."""
    if "outcomes" in claim:
        given = [it.get("elements", it.get("encoded")) for it in claim["outcomes"]]
        is_listed = None in given if isinstance(found, Refused) else found in given
        return [] if is_listed else [f"found {found}, which is none of the outcomes"]
    if "refused" in claim:
        # What a recommendation is about, a reader may let pass.
        is_right = isinstance(found, Refused) or not is_strict and claim["level"] != "must"
        return [] if is_right else [f"found {found[:64]}, although {claim['refused']}"]
    return differs("elements", found, expected)


def without_elements(outcomes, results):
    """The outcomes that give elements which no reading gave."""
    given = {str(it["elements"]): it for it in outcomes if "elements" in it}
    return [f"not derived: {it['reading']}" for it in given.values() if it["elements"] not in results]


def chain(it, reading):
    fill_value = data_types.of_bytes(b"", it["data_type"])
    return Chain(it["codecs"], it["data_type"], it["shape"], fill_value, reading)


def decoded(it, reading, encoded):
    return attempt(lambda: chain(it, reading).decode(bytes.fromhex(encoded)))


def chunk(it, readings, _folder):
    found = []
    for reading in readings:
        if "outcomes" in it:
            results = [decoded(it, reading, out["encoded"]) for out in it["outcomes"] if "encoded" in out]
            is_open = it["elements"] in results or any("refused" in out for out in it["outcomes"])
            found += [] if is_open else ["no encoding that is listed decodes to the elements"]
        else:
            found += differs("elements", decoded(it, reading, it["encoded"]), it["elements"])
    return found


def bad_chunk(it, readings, _folder):
    found, results = [], []
    for reading in readings:
        results.append(decoded(it, reading, it["encoded"]))
        found += against_claim(it, None, results[-1], reading.ignores is None)
    return found + without_elements(it.get("outcomes", []), results)


def representation(it, readings, _folder):
    found = []
    for reading in readings:
        made = accepted(it, reading)
        if "outcomes" in it and isinstance(made, Refused):
            made = accepted(it, replace(reading, ignores="configurations of codecs from bytes to bytes"))
        if isinstance(made, Refused):
            is_right = "refused" in it or "outcomes" in it and "chunk" not in it
            found += [] if is_right else [f"refused: {made}"]
            continue
        if "refused" in it:
            found += [f"accepted, although {it['refused']}"]
            continue
        length = it["representations"][-1:] if "representations" in it else []
        if length and length[0].get("bytes") != made.length:
            found.append(f"the encoded chunk has {made.length} bytes, expected {length[0].get('bytes')}")
        if "chunk" in it:
            expected = (one(it["data_type"]) * length_of(it["shape"], 1))
            found += differs("chunk", attempt(lambda: made.decode(bytes.fromhex(it["chunk"]))), digits(expected))
    return found


def accepted(it, reading):
    try:
        return chain(it, reading)
    except Refused as refusal:
        return refusal


def metadata(it, readings, _folder):
    """What a document says, by its own meaning or one of those listed, and the encoded chunk of ones."""
    found = []
    for reading in readings:
        made = or_refused(lambda: Array(it["zarr_json"], {}, reading))
        listed = [out.get("means") for out in it["outcomes"]] if "outcomes" in it else [it["means"]]
        derived = None if isinstance(made, Refused) else meaning(made)
        found += [] if derived in listed else [f"found {derived or made}, expected {listed}"]
        if "chunk" in it and derived:
            expected = (one(made.data_type) * length_of(made.chunk_shape, 1))
            found += differs("chunk", attempt(lambda: made.chain.decode(bytes.fromhex(it["chunk"]))), digits(expected))
    return found


def one(data_type):
    """The element of chunks that only have to be there: ones, or U+10100 where four ones are not a code point."""
    if isinstance(data_type, dict) and data_type["name"] == data_types.FIXED:
        return b"\0\1\1\0" * (data_types.size(data_type)[0] // 4)
    return data_types.of_bytes(b"\1", data_type)


def digits(elements):
    return [it.hex() for it in elements] if isinstance(elements, list) else elements.hex()


def digits_of_one(element):
    """An element, which may be a list of one."""
    return element[0].hex() if isinstance(element, list) else element.hex()


def meaning(array):
    return {"data_type": array.data_type, "shape": array.shape, "fill_value": digits_of_one(array.fill_value)}


def array(it, readings, folder):
    store = folder / it["store"]
    chunks = {path.relative_to(store).as_posix(): path.read_bytes() for path in store.rglob("*") if path.is_file()}
    document = chunks.pop("zarr.json").decode("utf-8")
    found, results = [], []
    for reading in readings:
        opened = lambda chunks: Array(document, chunks, reading)
        if "elements" in it or "refused" in it or "outcomes" in it:
            results.append(attempt(lambda: opened(chunks).whole()))
            found += against_claim(it, it.get("elements"), results[-1], reading.ignores is None)
        for region in it.get("regions", []):
            derived = attempt(lambda: opened(chunks).region(region["start"], region["shape"]))
            found += differs(f"region at {region['start']}", derived, region["elements"])
        try:
            if "written" in it:
                found += written(opened({}), it["written"], of_digits(it["elements"]))
            if "update" in it:
                found += update(opened(chunks), it["update"])
        except Refused as refusal:
            found += [f"written: refused ({refusal})"]
    return found + without_elements(it.get("outcomes", []), results)


def hierarchy(it, readings, _folder):
    found = []
    for reading in readings:
        made = Hierarchy(it["documents"], reading)
        if "change" in it:
            change = or_refused(lambda: made.change(it["change"]))
            if isinstance(change, Refused):
                found += [] if "refused" in it else [f"the change is refused ({change})"]
                continue
        if it.get("consolidated") == "only":
            opened = or_refused(lambda: made.only_consolidated(ROOT if "through" in it else it["path"]))
        else:
            opened = made
        if "refused" in it:
            node = or_refused(lambda: opened.node(it["path"]))
            found += [] if isinstance(node, Refused) else [f"found {node}, although {it['refused']}"]
        elif "outcomes" in it:
            given = [out.get("node") for out in it["outcomes"]]
            asked = next((name for name in ("nodes", "children", "array") if any(name in (node or {}) for node in given)), "node")
            given = [node and stated(node)[asked] for node in given]
            result = opened if isinstance(opened, Refused) else or_refused(lambda: derived_by(opened)[asked](it["path"]))
            is_listed = None in given if isinstance(result, Refused) else result in given
            found += [] if is_listed else [f"found {result}, which is none of the outcomes"]
        else:
            expected = stated(it["node"])
            for name, derive in derived_by(opened).items():
                result = or_refused(lambda: derive(it["path"])) if name in expected else expected.get(name)
                found += [] if result == expected.get(name) else [f"{name}: found {result}, expected {expected[name]}"]
    return found


def stated(node):
    return {**node, "node": (node["node_type"], node["attributes"])}


def derived_by(made):
    return {"node": made.node, "children": made.children, "nodes": made.walk, "array": made.array}


def or_refused(derive):
    try:
        return derive()
    except Refused as refusal:
        return refusal


def written(opened, stored, elements):
    """Compares chunks as they should be stored with the elements of the whole array."""
    size, shape = opened.size, opened.shape
    chunks, found = {it["key"]: it for it in stored}, []
    for index in opened.indices([0] * len(shape), shape):
        inside = opened.inside(index)
        start = [i * length for i, length in zip(index, opened.chunk_shape)]
        expected = part(elements, size, shape, start, inside)
        it = chunks.pop(opened.key(index), None)
        is_fill = expected == opened.fill_value * length_of(inside, 1)
        if it is None:
            found += [] if is_fill else [f"chunk {opened.key(index)} is not listed"]
            continue
        if it.get("may_be_absent") and not is_fill:
            found.append(f"chunk {it['key']} must be stored")
        derived = of_digits(it["elements"]) if "elements" in it else opened.chain.decode(bytes.fromhex(it["encoded"]))
        derived = part(derived, size, opened.chunk_shape, [0] * len(shape), inside)
        found += differs(f"chunk {it['key']}", derived.hex(), expected.hex())
    return found + [f"chunk {key} is none of the array's" for key in chunks]


def update(opened, it):
    """Compares the chunks after an update with what the store and the regions, one after the other, say together."""
    regions, size = [it["region"], *it.get("then", [])], opened.size
    found, listed = [], {chunk["key"] for chunk in it["written"]}
    touched = {opened.key(i) for region in regions for i in opened.indices(region["start"], region["shape"])}
    for index in map(opened.index, sorted(touched | set(opened.chunks) | listed)):
        key, inside = opened.key(index), opened.inside(index)
        elements = opened.chunk(index)
        stored = elements if elements is not None else opened.fill_value * length_of(opened.chunk_shape, 1)
        whole = mutable(part(stored, size, opened.chunk_shape, [0] * len(inside), inside))
        origin = [i * length for i, length in zip(index, opened.chunk_shape)]
        for region in regions:
            low = [max(a, b) for a, b in zip(region["start"], origin)]
            high = [min(a + n, b + m) for a, n, b, m in zip(region["start"], region["shape"], origin, inside)]
            if all(a < b for a, b in zip(low, high)):
                within = [b - a for a, b in zip(low, high)]
                from_ = [a - b for a, b in zip(low, region["start"])]
                inner = part(of_digits(region["elements"]), size, region["shape"], from_, within)
                put(whole, size, inside, [a - b for a, b in zip(low, origin)], inner, within)
        is_fill = whole == opened.fill_value * length_of(inside, 1)
        if key not in listed:
            found += [] if is_fill else [f"chunk {key} is not listed after the update"]
            continue
        chunk = next(chunk for chunk in it["written"] if chunk["key"] == key)
        if chunk.get("may_be_absent") and not is_fill:
            found.append(f"chunk {key} must be stored after the update")
        given = of_digits(chunk["elements"]) if "elements" in chunk else opened.chain.decode(bytes.fromhex(chunk["encoded"]))
        given = part(given, size, opened.chunk_shape, [0] * len(inside), inside)
        found += differs(f"chunk {key} after the update", given.hex(), whole.hex())
    return found


def kind_of(fact):
    return next((kind for kind in KINDS if kind in fact), "grid")


def is_derived(fact):
    """Grids have nothing that is stored; what is refused of documents alone, and bytes that are not text, is not asked."""
    kind = kind_of(fact)
    return kind != "grid" and (kind != "metadata" or "zarr_json" in fact[kind] and "refused" not in fact[kind])


def differences(folder, fact):
    kind = kind_of(fact)
    # What holds, holds strictly; what is refused or open is asked with every liberty by itself.
    liberties = [None] if kind in ("chunk", "representation", "metadata", "hierarchy") else [None, *LIBERTIES]
    readings = [Reading(edition, liberty) for edition in fact["editions"] for liberty in liberties]
    it = {**fact[kind], "level": fact["level"]}
    try:
        return sorted(set(globals()[kind](it, readings, folder)))
    except Exception as error:  # Including where a package disagrees.
        return [f"crashed: {error!r}"]


def explained():
    with open(HERE / "explained.toml", "rb") as file:
        return tomllib.load(file).get("difference", [])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("facts", nargs="*")
    options = parser.parse_args()
    counts, wrong, entries, matched = Counter(), 0, explained(), set()
    for folder, fact in facts():
        if options.facts and not any(fact["id"].startswith(it) for it in options.facts) or not is_derived(fact):
            continue
        counts[kind_of(fact)] += 1
        found = differences(folder, fact)
        for number, entry in enumerate(entries):
            if fnmatchcase(fact["id"], entry["id"]):
                left = [it for it in found if entry["found"] not in it]
                if len(left) < len(found):
                    matched.add(number)
                found = left
        if found:
            wrong += 1
            print(f"{fact['id']} ({fact['level']})", *found, sep="\n    ")
    stale = [entry["id"] for number, entry in enumerate(entries) if number not in matched and not options.facts]
    for id in stale:
        print(f"explained.toml: {id} matches no difference")
    told = ", ".join(f"{count} of kind {kind}" for kind, count in sorted(counts.items()))
    print(f"{counts.total()} facts derived again ({told}); {wrong} differ")
    return 1 if wrong or stale or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
