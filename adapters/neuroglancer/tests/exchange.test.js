// The adapter's own correctness: elements arrive bit by bit and in their order, and errors are neuroglancer's.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const run = fileURLToPath(new URL("../run", import.meta.url));
const store = mkdtempSync(join(tmpdir(), "neuroglancer-"));
after(() => rmSync(store, { recursive: true }));

// Sends one request to a fresh adapter and gives its answer.
function ask(request) {
  const { stdout, status } = spawnSync(run, { input: `${JSON.stringify(request)}\n`, encoding: "utf8" });
  assert.equal(status, 0);
  return JSON.parse(stdout);
}

function open(members) {
  const plain = {
    zarr_format: 3,
    node_type: "array",
    shape: [4, 2],
    data_type: "float32",
    chunk_grid: { name: "regular", configuration: { chunk_shape: [2, 2] } },
    chunk_key_encoding: { name: "default" },
    fill_value: 0,
    codecs: [{ name: "bytes", configuration: { endian: "little" } }],
  };
  writeFileSync(join(store, "zarr.json"), JSON.stringify({ ...plain, ...members }));
  return ask({ id: 0, op: "open", store });
}

test("opens what is there", () => {
  assert.deepEqual(open({}).ok, { data_type: "float32", shape: [4, 2] });
});

test("errors are those of the library", () => {
  assert.equal(open({ codecs: [{ name: "no-such-codec" }] }).error.kind, "unsupported");
  const { kind, message } = open({ shape: [4] }).error;
  assert.equal(kind, "invalid");
  assert.match(message, /^Error: Error parsing zarr v3 array metadata/);
});

test("every bit survives", () => {
  const elements = "000000800120a0ff0100a07f01000000";
  const codecs = [{ name: "bytes", configuration: { endian: "little" } }];
  const chunk = { op: "decode", data_type: "float32", shape: [4], codecs, encoded: elements };
  assert.equal(ask({ id: 0, ...chunk }).ok.elements, elements);
});

test("transposed elements are in their order", () => {
  const encoded = Buffer.from(Array.from({ length: 24 }, (_, i) => i)).toString("hex");
  const codecs = [{ name: "transpose", configuration: { order: [2, 0, 1] } }, { name: "bytes" }];
  const { ok } = ask({ id: 0, op: "decode", data_type: "uint8", shape: [2, 3, 4], codecs, encoded });
  // Stored is a chunk of shape [4, 2, 3], whose first dimension is the last one of the array.
  const expected = [];
  for (let i = 0; i < 2; i++)
    for (let j = 0; j < 3; j++) for (let k = 0; k < 4; k++) expected.push(k * 6 + i * 3 + j);
  assert.deepEqual([...Buffer.from(ok.elements, "hex")], expected);
});

test("the version is the installed one, and other operations are unsupported", () => {
  const lock = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url)));
  const { ok } = ask({ id: 0, op: "hello", protocol: 1, editions: ["3.1"] });
  assert.equal(ok.version, lock.packages["node_modules/neuroglancer"].version);
  assert.equal(ask({ id: 0, op: "read" }).error.kind, "unsupported");
});
