// Runs the facts of an unpacked archive of vectors, one test a fact.
//
//     ZARR_VECTORS=zarr-v3-vectors-0.1.0-edition-3.1 node --test
//
// ZARR_RECEIPT=FILE writes the ids of the facts that were run, for `conform vectors audit FILE`.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as library from "./codecs.js";

const { ZARR_VECTORS, ZARR_RECEIPT } = process.env;
if (!ZARR_VECTORS) throw new Error("ZARR_VECTORS must name the folder of an unpacked archive");

// JSON.parse makes numbers inexact beyond 2^53: integers become BigInts, before it can.
function parse(file) {
  const text = readFileSync(join(ZARR_VECTORS, file), "utf8");
  const token = /"(?:[^"\\]|\\.)*"|-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?/g;
  const isInteger = (it, fraction, exponent) => it[0] !== '"' && !fraction && !exponent;
  const marked = text.replace(token, (...match) => (isInteger(...match) ? `"\\u0000${match[0]}"` : match[0]));
  const isMarked = (value) => typeof value === "string" && /^\0-?[0-9]+$/.test(value);
  const revive = (_, value) => (isMarked(value) ? BigInt(value.slice(1)) : value);
  return JSON.parse(marked, revive);
}

const { edition, facts } = parse("manifest.json");
assert.equal(edition, "3.1", `${ZARR_VECTORS} is not an archive of edition 3.1`);
const unhex = (digits) => Uint8Array.from(Buffer.from(digits, "hex"));
const hex = (bytes) => Buffer.from(bytes).toString("hex");

const kinds = {
  chunk(it) {
    const encoded = library.encode(it.codecs, it.data_type, it.shape, unhex(it.elements));
    // Where the encoding is free, `encoded` is one example.
    if (!it.free) assert.equal(hex(encoded), it.encoded);
    for (const each of [unhex(it.encoded), encoded]) {
      assert.equal(hex(library.decode(it.codecs, it.data_type, it.shape, each)), it.elements);
    }
  },
  bad_chunk(it) {
    library.decode(it.codecs, it.data_type, it.shape, unhex(it.encoded));
  },
  representation(it) {
    const { representations } = library.chain(it.codecs, it.data_type, it.shape);
    if (!("refused" in it)) assert.deepEqual(representations, it.representations);
  },
  grid(it) {
    const gridShape = library.gridShape(it.array_shape, it.chunk_shape);
    if (!("refused" in it)) assert.deepEqual(gridShape, it.grid_shape);
    for (const place of it.places ?? []) {
      assert.deepEqual(library.chunkOf(place.coordinates, it.chunk_shape), place.chunk);
      assert.deepEqual(library.within(place.coordinates, it.chunk_shape), place.within);
    }
    for (const chunk of it.chunks ?? []) {
      assert.deepEqual(library.origin(chunk.index, it.chunk_shape), chunk.origin);
      for (const { chunk_key_encoding, key } of chunk.keys) {
        assert.equal(library.key(chunk_key_encoding, chunk.index), key);
      }
    }
  },
};

const isRefusal = (error) => error instanceof library.Invalid || error instanceof library.Unsupported;

/** Does what the fact states; whatever is wrong throws. */
function run(it) {
  if (!("refused" in it)) return kinds[it.kind](it);
  // A refusal is worth something only if the fact that differs in nothing but the mistake is accepted.
  run(facts[it.twin]);
  assert.throws(() => kinds[it.kind](it), isRefusal, it.refused);
}

const receipt = (line) => ZARR_RECEIPT && appendFileSync(ZARR_RECEIPT, `${line}\n`);

// Open facts have outcomes in place of an answer; they are never failed.
const tested = Object.entries(facts).filter(([, it]) => it.kind in kinds && it.level !== "open");
assert.notEqual(tested.length, 0, `${ZARR_VECTORS} has no facts`);

for (const [id, it] of tested) {
  test(id, (context) => {
    let line = id;
    try {
      run(it);
    } catch (error) {
      if (error instanceof library.Unsupported) {
        line += " unsupported";
        return context.skip(error.message);
      }
      if (it.level === "must") throw error;
      return context.todo(`level ${it.level}: ${error.message}`);
    } finally {
      receipt(line);
    }
  });
}
