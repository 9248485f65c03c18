// Serves zarrita over protocol 1 of zarr-conform: it translates, and nothing else.
//
// Every answer is what the library returned and every error is one that the library raised, so a
// verdict on this process is a verdict on zarrita. docs/adapters.md explains the protocol.

import { readFileSync } from "node:fs";

import { FileSystemStore } from "@zarrita/storage";
import * as zarr from "zarrita";

import { creatable, creation } from "./creation.js";
import { fromHex, toHex } from "./elements.js";
import { NotExpressible } from "./not-expressible.js";
import { parseExactly } from "./numbers.js";

const operations = { hello, open, read, write, create, node, create_group: createGroup };

function hello() {
  return {
    protocol: 1,
    name: "zarrita",
    version: installedVersion(),
    language: "JavaScript",
    edition: "3.1",
    ops: [...Object.keys(operations).filter((op) => op !== "hello"), "path", "through", "consolidated"],
    unsupported: { data_types: unsupportedDataTypes() },
  };
}

async function open(request) {
  return describe(await openNode(request, "array"));
}

async function read({ regions, ...request }) {
  const array = await openNode(request, "array");
  const answer = describe(array);
  if (regions === undefined) {
    return { ...answer, elements: toHex(await zarr.get(array), array.dtype) };
  }
  answer.regions = [];
  for (const region of regions) {
    answer.regions.push(toHex(await zarr.get(array, selection(region)), array.dtype));
  }
  return answer;
}

async function write({ region, elements, ...request }) {
  const array = await openNode(request, "array");
  const shape = region?.shape ?? array.shape;
  const where = region === undefined ? null : selection(region);
  await zarr.set(array, where, fromHex(elements, array.dtype, shape));
  return {};
}

async function create({ store, path, metadata, elements }) {
  const array = await zarr.create(location(store, path), creation(metadata));
  await zarr.set(array, null, fromHex(elements, array.dtype, array.shape));
  return {};
}

// A group without attributes has none here, and JSON leaves the member out.
async function node(request) {
  const { kind, attrs } = await openNode(request);
  return { node_type: kind, attributes: attrs };
}

async function createGroup({ store, path, attributes }) {
  await zarr.create(location(store, path), { attributes: creatable(attributes) });
  return {};
}

// The node at the path, opened by it or through the group at the root. zarrita takes documents, unless its
// users ask for consolidated metadata; it then takes documents of what these do not have.
async function openNode({ store, path, through, consolidated }, kind) {
  const { store: files } = location(store);
  const readable = consolidated === "only" ? await zarr.withConsolidatedMetadata(files, { format: "v3" }) : files;
  if (through === undefined) return zarr.open.v3(zarr.root(readable).resolve(path ?? "/"), { kind });
  const root = await zarr.open.v3(readable, { kind: "group" });
  return path === "/" ? root : zarr.open.v3(root.resolve(path.slice(1)), { kind });
}

function location(store, path = "/") {
  return zarr.root(new FileSystemStore(store)).resolve(path);
}

function describe(array) {
  return { data_type: array.dtype, shape: array.shape };
}

// A slice takes a bigint where a number would not be exact.
function selection({ start, shape }) {
  return start.map((from, d) => zarr.slice(from, sum(from, shape[d])));
}

function sum(start, length) {
  const exact = BigInt(start) + BigInt(length);
  return exact > Number.MAX_SAFE_INTEGER ? exact : Number(exact);
}

// Of the numeric types that zarrita lists, it has those for which the runtime has a typed array:
// `Float16Array` is there from Node 24 on.
function unsupportedDataTypes() {
  const missing = "Float16Array" in globalThis ? [] : ["float16"];
  return [...missing, "complex64", "complex128", "r*"];
}

// The package exports neither its version nor its `package.json`, so this reads the one beside it.
function installedVersion() {
  const file = new URL("../../package.json", import.meta.resolve("zarrita"));
  return JSON.parse(readFileSync(file, "utf8")).version;
}

// One rule for all requests, by the class of the error alone.
//
// unsupported  zarrita has no such codec or no such capability, or no way to be asked; also where a
//              codec said so, whose error is the cause of the one that zarrita throws.
// internal     the operating system refused; such errors name the system call.
// invalid      everything else that was thrown: zarrita's other classes, plain errors and type
//              errors, which is how it trips over metadata that it does not check.
function kind(error) {
  if (error instanceof NotExpressible) return "unsupported";
  if ([error, error.cause].some(isUnsupported)) return "unsupported";
  return error.syscall === undefined ? "invalid" : "internal";
}

function isUnsupported(error) {
  return zarr.isZarritaError(error, "UnknownCodecError", "UnsupportedError");
}

// What a codec threw is the cause of what zarrita throws.
function message(error) {
  return error.cause === undefined ? `${error}` : `${error}: ${error.cause}`;
}

async function answer({ id, op, ...request }) {
  try {
    if (!Object.hasOwn(operations, op)) throw new NotExpressible(`no operation ${op}`);
    return { id, ok: await operations[op](request) };
  } catch (error) {
    return { id, error: { kind: kind(error), message: message(error) } };
  }
}

// A line ends at a line feed only. `readline` of Node 24 ends it at U+2028, too, which JSON may hold.
async function* lines(input) {
  let rest = "";
  for await (const text of input.setEncoding("utf8")) {
    const parts = (rest + text).split("\n");
    rest = parts.pop();
    yield* parts;
  }
  if (rest !== "") yield rest;
}

// Only answers may go to standard output; what libraries log goes to standard error.
globalThis.console = new console.Console(process.stderr, process.stderr);

for await (const line of lines(process.stdin)) {
  process.stdout.write(`${JSON.stringify(await answer(parseExactly(line)))}\n`);
}
