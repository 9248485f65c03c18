// The adapter's own correctness: right elements for stores that the reference wrote, all bits kept,
// and errors that are zarrita's.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { FileSystemStore } from "@zarrita/storage";
import * as zarr from "zarrita";

const vectors = fileURLToPath(new URL("../../../vectors", import.meta.url));
const run = fileURLToPath(new URL("../run", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "zarrita-"));
after(() => rmSync(scratch, { recursive: true }));

// Sends lines of requests to a fresh adapter and gives its answers.
function exchange(...requests) {
  const input = requests
    .map((request) => (typeof request === "string" ? request : JSON.stringify(request)))
    .join("\n");
  const { stdout, status } = spawnSync(run, { input, encoding: "utf8" });
  assert.equal(status, 0);
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

function facts(document, topic) {
  return JSON.parse(readFileSync(join(vectors, document, `${topic}.json`))).facts;
}

let made = 0;

function folder(metadata, chunks = {}) {
  const store = join(scratch, `${made++}.zarr`);
  mkdirSync(join(store, "c"), { recursive: true });
  writeFileSync(join(store, "zarr.json"), JSON.stringify(metadata));
  for (const [key, digits] of Object.entries(chunks)) {
    writeFileSync(join(store, key), Buffer.from(digits, "hex"));
  }
  return store;
}

const metadata = {
  zarr_format: 3,
  node_type: "array",
  shape: [3],
  data_type: "float32",
  chunk_grid: { name: "regular", configuration: { chunk_shape: [2] } },
  chunk_key_encoding: { name: "default" },
  fill_value: 1.5,
  codecs: [{ name: "bytes", configuration: { endian: "big" } }],
};

test("elements of plain arrays are those that the reference stored", () => {
  const plain = facts("core", "storage-data-types")
    .map((fact) => fact.array)
    .filter(({ data_type }) => !/complex|^r/.test(data_type));
  assert.ok(plain.length >= 12);
  for (const { store, data_type, shape, elements } of plain) {
    const path = join(vectors, "core", store);
    const [{ ok }] = exchange({ id: 0, op: "read", store: path });
    assert.deepEqual(ok, { data_type, shape, elements });
  }
});

test("a line of requests ends at a line feed only", () => {
  const member = { configuration: "\u2028\u2029", must_understand: false };
  const request = { id: 7, op: "create", metadata: { ...metadata, member } };
  const answers = exchange(request, { id: 8, op: "hello" });
  assert.deepEqual(answers.map(({ id }) => id), [7, 8]);
});

test("regions come in C order whatever order the library holds them in", () => {
  const codecs = [{ name: "transpose", configuration: { order: [1, 0] } }, { name: "bytes" }];
  const grid = { name: "regular", configuration: { chunk_shape: [2, 3] } };
  const array = { ...metadata, data_type: "uint8", fill_value: 0, codecs, chunk_grid: grid };
  const store = folder({ ...array, shape: [2, 3] });
  mkdirSync(join(store, "c", "0"));
  writeFileSync(join(store, "c", "0", "0"), Uint8Array.of(1, 4, 2, 5, 3, 6));
  const right = { start: [0, 1], shape: [2, 2] };
  const [{ ok }] = exchange({ id: 0, op: "read", store, regions: [right, right] });
  assert.deepEqual(ok.regions, ["02030506", "02030506"]);
});

test("every bit of a NaN goes through, to and fro", () => {
  const store = folder(metadata, { "c/0": "7f80000180000000" });
  const region = { start: [2], shape: [1] };
  const answers = exchange(
    { id: 0, op: "read", store },
    { id: 1, op: "write", store, region, elements: "0200a0ff" },
    { id: 2, op: "read", store, regions: [region] },
  );
  assert.equal(answers[0].ok.elements, "0100807f000000800000c03f");
  assert.deepEqual(answers[1].ok, {});
  assert.deepEqual(answers[2].ok.regions, ["0200a0ff"]);
  assert.equal(readFileSync(join(store, "c", "1")).toString("hex"), "ffa000023fc00000");
});

test("integers of a request are exact", () => {
  const store = folder({ ...metadata, shape: [2 ** 53 - 1] });
  const region = '{"start":[9007199254740993],"shape":[1]}';
  const [{ error }] = exchange(`{"id":0,"op":"read","store":"${store}","regions":[${region}]}`);
  assert.match(error.message, /9007199254740993/);
});

test("create passes the members of the metadata on", () => {
  const store = join(scratch, "created.zarr");
  const created = { ...metadata, chunk_key_encoding: { name: "default", configuration: { separator: "." } } };
  const elements = "0000803f0000004000004040";
  const [{ ok }] = exchange({ id: 0, op: "create", store, metadata: created, elements });
  assert.deepEqual(ok, {});
  const written = JSON.parse(readFileSync(join(store, "zarr.json")));
  assert.deepEqual(written, { ...created, attributes: {} });
  assert.equal(readFileSync(join(store, "c.0")).toString("hex"), "3f80000040000000");
});

const little = { name: "bytes", configuration: { endian: "little" } };
const gzip = { name: "gzip", configuration: { level: 1 } };
const plain = { ...metadata, data_type: "uint8", fill_value: 9, shape: [4] };

// Inner chunks of two elements: 01 02, and one that is missing.
const sharding = (codecs) => ({
  name: "sharding_indexed",
  configuration: { chunk_shape: [2], codecs, index_codecs: [little] },
});

test("create passes compression on, and elements come back", () => {
  const store = join(scratch, "compressed.zarr");
  const configuration = { cname: "zstd", clevel: 1, shuffle: "noshuffle", blocksize: 0 };
  const zstd = { name: "zstd", configuration: { level: 1 } };
  const codecs = [{ name: "bytes" }, { name: "blosc", configuration }, zstd];
  const answers = exchange(
    { id: 0, op: "create", store, metadata: { ...plain, codecs }, elements: "01020304" },
    { id: 1, op: "read", store },
  );
  assert.deepEqual(answers[0].ok, {});
  assert.equal(answers[1].ok.elements, "01020304");
  assert.deepEqual(JSON.parse(readFileSync(join(store, "zarr.json"))).codecs, codecs);
});

test("shards and gzip are read, and not written", () => {
  const grid = { name: "regular", configuration: { chunk_shape: [4] } };
  const sharded = { ...plain, chunk_grid: grid, codecs: [sharding([{ name: "bytes" }, gzip])] };
  const inner = gzipSync(Uint8Array.of(1, 2)).toString("hex");
  const length = Buffer.from([inner.length / 2, 0, 0, 0, 0, 0, 0, 0]).toString("hex");
  const index = `${"00".repeat(8)}${length}${"ff".repeat(16)}`;
  const compressed = { ...plain, codecs: [{ name: "bytes" }, gzip] };
  const stores = [folder(sharded, { "c/0": inner + index }), folder(compressed, { "c/0": inner })];
  for (const store of stores) {
    const [read, write, create] = exchange(
      { id: 0, op: "read", store },
      { id: 1, op: "write", store, elements: "01020304" },
      { id: 2, op: "create", store: join(scratch, `${made++}.zarr`), metadata: sharded, elements: "01020304" },
    );
    assert.equal(read.ok.elements, "01020909");
    assert.equal(write.error.kind, "unsupported");
    assert.equal(create.error.kind, "unsupported");
  }
});

test("errors are zarrita's own", async () => {
  const store = folder({ ...metadata, data_type: "no-such-type" });
  const own = await zarr.open.v3(new FileSystemStore(store)).catch((error) => error);
  const unknown = folder({ ...metadata, codecs: [{ name: "no-such-codec" }] }, { "c/0": "00" });
  const answers = exchange(
    { id: 0, op: "open", store },
    { id: 1, op: "read", store: unknown },
    { id: 2, op: "open", store: join(store, "zarr.json") },
    { id: 3, op: "no-such-operation" },
    { id: 4, op: "toString" },
  );
  assert.deepEqual(answers[0].error, { kind: "invalid", message: String(own) });
  assert.deepEqual(answers.map(({ error }) => error.kind), [
    "invalid",
    "unsupported",
    "internal",
    "unsupported",
    "unsupported",
  ]);
});

test("nodes are those of the documents, by path and through the root", () => {
  const store = folder({ zarr_format: 3, node_type: "group" });
  const documents = {
    a: { zarr_format: 3, node_type: "group", attributes: { spam: "ham", nothing: null } },
    "a/x": { ...plain, attributes: { units: "m" } },
  };
  for (const [path, document] of Object.entries(documents)) {
    mkdirSync(join(store, path), { recursive: true });
    writeFileSync(join(store, path, "zarr.json"), JSON.stringify(document));
  }
  const x = { store, path: "/a/x" };
  const answers = exchange(
    { id: 0, op: "node", store, path: "/a" },
    { id: 1, op: "node", ...x, through: "/" },
    { id: 2, op: "write", ...x, elements: "01020304" },
    { id: 3, op: "read", ...x, through: "/" },
    { id: 4, op: "node", store, path: "/b" },
    { id: 5, op: "create_group", store, path: "/b", attributes: { n: -1 } },
    { id: 6, op: "node", store, path: "/b" },
  );
  assert.deepEqual(answers[0].ok, { node_type: "group", attributes: documents.a.attributes });
  assert.deepEqual(answers[1].ok, { node_type: "array", attributes: { units: "m" } });
  assert.equal(answers[3].ok.elements, "01020304");
  assert.equal(answers[4].error.kind, "invalid");
  assert.deepEqual(answers[6].ok, { node_type: "group", attributes: { n: -1 } });
});

test("entries of consolidated metadata are asked for", () => {
  const entry = { zarr_format: 3, node_type: "group", attributes: { from: "entry" } };
  const consolidated = { kind: "inline", must_understand: false, metadata: { a: entry } };
  const store = folder({ zarr_format: 3, node_type: "group", consolidated_metadata: consolidated });
  const answers = exchange(
    { id: 0, op: "node", store, path: "/a", consolidated: "only" },
    { id: 1, op: "node", store, path: "/a", consolidated: "never" },
  );
  assert.deepEqual(answers[0].ok, { node_type: "group", attributes: { from: "entry" } });
  assert.equal(answers[1].error.kind, "invalid");
});
