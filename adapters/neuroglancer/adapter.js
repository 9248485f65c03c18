// Serves neuroglancer over protocol 1 of zarr-conform: it translates, and nothing else.
//
// neuroglancer is a viewer; what is asked is the part that reads metadata and decodes chunks, by the modules that its
// package exports as `unstable`. Every answer is what they gave and every error is one that they threw, so a
// verdict on this process is a verdict on neuroglancer. docs/adapters.md explains the protocol.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

import "neuroglancer/unstable/datasource/zarr/codec/blosc/resolve.js";
import "neuroglancer/unstable/datasource/zarr/codec/bytes/decode.js";
import "neuroglancer/unstable/datasource/zarr/codec/bytes/resolve.js";
import "neuroglancer/unstable/datasource/zarr/codec/crc32c/decode.js";
import "neuroglancer/unstable/datasource/zarr/codec/crc32c/resolve.js";
import "neuroglancer/unstable/datasource/zarr/codec/gzip/decode.js";
import "neuroglancer/unstable/datasource/zarr/codec/gzip/resolve.js";
import "neuroglancer/unstable/datasource/zarr/codec/sharding_indexed/resolve.js";
import "neuroglancer/unstable/datasource/zarr/codec/transpose/decode.js";
import "neuroglancer/unstable/datasource/zarr/codec/transpose/resolve.js";
import "neuroglancer/unstable/datasource/zarr/codec/zstd/resolve.js";
import { decodeArray } from "neuroglancer/unstable/datasource/zarr/codec/decode.js";
import { parseCodecChainSpec } from "neuroglancer/unstable/datasource/zarr/codec/resolve.js";
import { parseV3Metadata } from "neuroglancer/unstable/datasource/zarr/metadata/parse.js";
import { DataType } from "neuroglancer/unstable/util/data_type.js";

const operations = { hello, open, decode };

class NotExpressible extends Error {
  name = "NotExpressible";
}

function hello() {
  return {
    protocol: 1,
    name: "neuroglancer",
    version: installedVersion(),
    language: "JavaScript",
    edition: "3.1",
    ops: ["open", "decode"],
    unsupported: {
      data_types: ["bool", "int64", "float16", "float64", "complex64", "complex128", "r*"],
    },
  };
}

// neuroglancer takes what `JSON.parse` makes of `zarr.json`.
function open({ store }) {
  const document = JSON.parse(readFileSync(join(store, "zarr.json"), "utf8"));
  const { dataType, shape } = parseV3Metadata(document, "array");
  return { data_type: DataType[dataType].toLowerCase(), shape };
}

async function decode({ data_type, shape, codecs, encoded }) {
  const dataType = DataType[data_type.toUpperCase()];
  if (dataType === undefined) throw new NotExpressible(`no data type ${data_type}`);
  const chain = parseCodecChainSpec(codecs, { dataType, chunkShape: shape });
  const bytes = Uint8Array.from(Buffer.from(encoded, "hex"));
  const decoded = await decodeArray(chain, bytes, new AbortController().signal);
  return { elements: toHex(decoded, shape, chain.layoutInfo[0].physicalToLogicalDimension) };
}

// Of a transposed chunk neuroglancer gives the elements as they are stored, and says in `layoutInfo` which dimension
// of the array each stored one is; this follows what it says. On the machines that this is for, typed arrays are
// little-endian.
function toHex(array, shape, stored) {
  const size = array.BYTES_PER_ELEMENT;
  const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  const strides = [];
  let stride = size;
  for (const dimension of stored.toReversed()) {
    strides[dimension] = stride;
    stride *= shape[dimension];
  }
  const ordered = [];
  for (const at of offsets(shape, strides)) ordered.push(bytes.subarray(at, at + size));
  return Buffer.concat(ordered).toString("hex");
}

// The offset of each element, in lexicographical order of coordinates.
function* offsets([length, ...lengths], [step, ...steps], origin = 0) {
  if (length === undefined) {
    yield origin;
    return;
  }
  for (let i = 0; i < length; i++) yield* offsets(lengths, steps, origin + i * step);
}

function installedVersion() {
  const file = new URL("./node_modules/neuroglancer/package.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).version;
}

// One rule for all requests, by the error alone: its message says that something is unsupported or a codec unknown,
// the operating system refused, or it is about what was given.
function kind(error) {
  const lacks = /Unsupported|Unknown codec|not supported/.test(error.message);
  if (error instanceof NotExpressible || lacks) return "unsupported";
  return error.syscall === undefined ? "invalid" : "internal";
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
