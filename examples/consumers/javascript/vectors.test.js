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
const EDITION = "3.1";
const KINDS = ["chunk", "bad_chunk", "representation", "grid"];

// JSON.parse makes numbers inexact beyond 2^53: integers become BigInts, before it can.
function parse(file) {
  const text = readFileSync(join(ZARR_VECTORS, file), "utf8");
  const token = /"(?:[^"\\]|\\.)*"|-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?/g;
  const isInteger = (it, fraction, exponent) => it[0] !== '"' && !fraction && !exponent;
  const marked = text.replace(token, (...match) => (isInteger(...match) ? `"\\u0000${match[0]}"` : match[0]));
  const revive = (_, value) => (value?.[0] === "\0" ? BigInt(value.slice(1)) : value);
  return JSON.parse(marked, revive);
}

const files = new Map();
function factsOf(file) {
  if (!files.has(file)) files.set(file, new Map(parse(file).facts.map((fact) => [fact.id, fact])));
  return files.get(file);
}

const entries = factsOf("manifest.json");
const unhex = (digits) => Uint8Array.from(Buffer.from(digits, "hex"));
const hex = (bytes) => Buffer.from(bytes).toString("hex");

const kinds = {
  chunk(it) {
    const encoded = library.encode(it.codecs, it.data_type, it.shape, unhex(it.elements));
    assert.equal(hex(encoded), it.encoded);
    const decoded = library.decode(it.codecs, it.data_type, it.shape, encoded);
    assert.equal(hex(decoded), it.elements);
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
    for (const element of it.elements ?? []) {
      assert.deepEqual(library.chunkOf(element.coordinates, it.chunk_shape), element.chunk);
      assert.deepEqual(library.within(element.coordinates, it.chunk_shape), element.within);
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
function run(entry) {
  const statement = factsOf(entry.file).get(entry.id)[entry.kind];
  if (!("refused" in statement)) return kinds[entry.kind](statement);
  // A refusal is worth something only if the fact that differs in the mistake alone is accepted.
  run(entries.get(entry.twin));
  assert.throws(() => kinds[entry.kind](statement), isRefusal, statement.refused);
}

const receipt = (line) => ZARR_RECEIPT && appendFileSync(ZARR_RECEIPT, `${line}\n`);

// Open facts have outcomes in place of an answer; they are never failed.
const isTested = ({ kind, level, editions }) => KINDS.includes(kind) && level !== "open" && editions.includes(EDITION);
const tested = [...entries.values()].filter(isTested);
assert.notEqual(tested.length, 0, `${ZARR_VECTORS} has no facts of edition ${EDITION}`);

for (const entry of tested) {
  test(entry.id, (context) => {
    let line = entry.id;
    try {
      run(entry);
    } catch (error) {
      if (error instanceof library.Unsupported) {
        line += " unsupported";
        return context.skip(error.message);
      }
      if (entry.level === "must") throw error;
      return context.todo(`level ${entry.level}: ${error.message}`);
    } finally {
      receipt(line);
    }
  });
}
