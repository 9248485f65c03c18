// Serves zarr-js over protocol 1 of zarr-conform: it translates, and nothing else.
//
// zarr-js has stores and chunks, and no arrays: it is asked for one chunk. Every answer is what the library
// gave and every error is one that it gave, so a verdict on this process is a verdict on zarr-js.
// docs/adapters.md explains the protocol.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import zarr from "zarr-js";

const operations = { hello, decode };

class NotExpressible extends Error {
  name = "NotExpressible";
}

function hello() {
  return {
    protocol: 1,
    name: "zarr-js",
    version: installedVersion(),
    language: "JavaScript",
    edition: "3.1",
    ops: ["decode"],
    unsupported: {
      data_types: [
        "bool",
        ...["int8", "int64", "uint16", "uint32", "uint64"],
        ...["float16", "complex64", "complex128", "r*", "string", "bytes"],
      ],
      // Of lists without sharding, it takes the first codec and knows gzip and blosc there. Of shards it
      // gives inner chunks, one at a time.
      codecs: ["bytes", "transpose", "crc32c", "zstd", "sharding_indexed", "vlen-bytes", "scale_offset"],
    },
  };
}

// One array of one chunk, whose metadata are handed over as they can be by a user who has them already.
async function decode({ data_type, shape, codecs, encoded }) {
  const { open } = zarr(async () => Buffer.from(encoded, "hex"), "v3");
  const metadata = {
    zarr_format: 3,
    node_type: "array",
    shape,
    data_type,
    chunk_grid: { name: "regular", configuration: { chunk_shape: shape } },
    chunk_key_encoding: { name: "default", configuration: { separator: "/" } },
    fill_value: 0,
    codecs,
  };
  const get = await called((callback) => open("", callback, metadata));
  const chunk = await called((callback) => get(shape.map(() => 0), callback));
  return { elements: toHex(chunk) };
}

// What a function calls back with.
function called(call) {
  return new Promise((resolve, reject) => {
    call((error, result) => (error ? reject(error) : resolve(result)));
  });
}

// The bytes of an ndarray, which are in C order and, on the machines that this is for, little-endian.
function toHex({ data }) {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("hex");
}

function installedVersion() {
  const file = new URL("./package.json", import.meta.resolve("zarr-js"));
  return JSON.parse(readFileSync(file, "utf8")).version;
}

// One rule for all requests, by the error alone: its message says that something is not supported, or
// it is about what was given.
function kind(error) {
  const lacks = error instanceof NotExpressible || error.message.includes("not supported");
  return lacks ? "unsupported" : "invalid";
}

async function answer({ id, op, ...request }) {
  try {
    if (!Object.hasOwn(operations, op)) throw new NotExpressible(`no operation ${op}`);
    return { id, ok: await operations[op](request) };
  } catch (error) {
    return { id, error: { kind: kind(error), message: `${error}` } };
  }
}

// Only answers may go to standard output; what libraries log goes to standard error.
globalThis.console = new console.Console(process.stderr, process.stderr);

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}
