// The adapter's own correctness: what zarr-js can decode arrives bit by bit, and what it says is passed on.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const run = fileURLToPath(new URL("../run", import.meta.url));

// Sends requests to a fresh adapter and gives its answers.
function exchange(...requests) {
  const input = requests.map((request) => `${JSON.stringify(request)}\n`).join("");
  const { stdout } = spawnSync(run, { input, encoding: "utf8" });
  return stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

// Negative zero, a NaN with sign and payload, a signalling NaN, and the least subnormal number.
const elements = "000000800120a0ff0100a07f01000000";
const chunk = {
  op: "decode",
  data_type: "float32",
  shape: [2, 2],
  codecs: [{ name: "gzip", configuration: { level: 1 } }],
  encoded: gzipSync(Buffer.from(elements, "hex")).toString("hex"),
};

test("every bit survives", () => {
  assert.deepEqual(exchange({ id: 1, ...chunk }), [{ id: 1, ok: { elements } }]);
});

test("the version is the installed one", () => {
  const lock = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url)));
  const [{ ok }] = exchange({ id: 0, op: "hello", protocol: 1, editions: ["3.1"] });
  assert.equal(ok.version, lock.packages["node_modules/zarr-js"].version);
});

test("an operation that is not offered is unsupported", () => {
  assert.equal(exchange({ id: 0, op: "read" })[0].error.kind, "unsupported");
});

test("what zarr-js throws aside ends the process, and nothing is answered in its place", () => {
  assert.deepEqual(exchange({ id: 0, ...chunk, codecs: [{ name: "bytes" }] }), []);
});
