// Adapter of my-library for zarr-conform: answers the requests of protocol 1 by calling the library.
//
// Fill in `open`, `read` and `write`, the functions marked with TODO, and put the name of each into
// IMPLEMENTED once it works. Everything below them speaks the protocol and can stay as it is.
//
// The verdict is about the library. So the adapter does not validate, does not repair, and never
// looks into the store by itself. docs/adapters.md of zarr-conform describes the protocol in full,
// also the optional operations create, encode, decode and grid, and those on groups.

// Nothing but answers may reach standard output, so prints go to standard error from now on.
const writeAnswer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

// An error that the library throws aside, in a promise that nobody awaits, would end Node. With this handler it is
// told and does not, as in a program that has one.
process.on("unhandledRejection", (error) => console.error("thrown aside:", error));

// TODO: import your library here, with `await import("my-library")`: an `import` statement would run
// before the lines above, and what the library prints while it is loaded would count as an answer.

// The operations that work: add "open", "read" and "write" as you write them. What is listed here
// and answers "unsupported" to a plain request counts as a false claim.
const IMPLEMENTED = [];

class Unsupported extends Error {}

function hello() {
  return {
    protocol: 1,
    name: "my-library",
    version: "0.0.0", // TODO: ask your library for its version, so that it cannot be wrong.
    language: "JavaScript",
    edition: "3.1", // The newest edition of the specification that the library implements.
    ops: IMPLEMENTED,
  };
}

/**
 * Opens the array as any user would, and reads no chunk.
 *
 * `store` is the path of a folder that holds zarr.json. Returns what the library understood: the
 * data type by the specification's identifier, such as "int16", and the shape, an array of integers.
 * A length above 2^53 is given back exactly as a bigint. Let the errors of the library pass:
 * `kindOfError` translates them.
 */
async function open(store) {
  // TODO: call your library here.
  //     const array = await myLibrary.open(store);
  //     return { data_type: array.dtype, shape: array.shape };
  throw new Unsupported("not implemented yet");
}

/**
 * Opens the array once and reads all regions from it, one after the other.
 *
 * Each region is { start: [...], shape: [...] }, one integer for each dimension, and always lies
 * within the array; null stands for the whole array. An integer above 2^53 is a bigint, since a
 * number would not be exact; every other one is a number. Where your library wants numbers only, a
 * bigint is what it cannot express: throw Unsupported.
 *
 * Returns data_type and shape as `open` does, and in `elements` a Uint8Array for each region:
 * elements in C order, the last dimension fastest, each little endian, whatever the array's own
 * endianness and codecs are. A complex number is its real component, then the imaginary one; a bool
 * is one byte, 0 or 1; raw bits stay as they are.
 *
 * Every bit counts, also those of NaNs and of negative zero: take the bytes of a typed array with
 * `new Uint8Array(it.buffer, it.byteOffset, it.byteLength)`, do not convert numbers. An array of
 * rank 0 has one element; a region with a length of 0 has none.
 */
async function read(store, regions) {
  // TODO: call your library here.
  //     const array = await myLibrary.open(store);
  //     const elements = [];
  //     for (const region of regions) elements.push(await bytesOf(array, region));
  //     return { data_type: array.dtype, shape: array.shape, elements };
  throw new Unsupported("not implemented yet");
}

/**
 * Opens the array that is there and writes into one region; null stands for the whole array.
 *
 * `elements` is a Uint8Array in the form that `read` returns. When this function is done, everything
 * must have reached the folder: the chunks are looked at next.
 */
async function write(store, region, elements) {
  // TODO: call your library here.
  throw new Unsupported("not implemented yet");
}

/**
 * The one rule from errors to kinds of error, for all operations.
 *
 * "unsupported": valid, perhaps, but not implemented; "internal": says nothing about the input, such
 * as no permission or a bug; "invalid": the input breaks the specification.
 */
function kindOfError(error) {
  // TODO: name the errors of your library. Without any of its own, this rule can stay.
  if (error instanceof Unsupported) return "unsupported";
  if (["EACCES", "EMFILE", "ENOSPC", "EPERM"].includes(error?.code)) return "internal";
  return "invalid";
}

// From here on: the protocol. One line of JSON for each request, and one for each answer.

async function answer(request) {
  switch (request.op) {
    case "hello":
      return hello();
    case "open":
      return await open(request.store);
    case "read": {
      const { elements, ...described } = await read(request.store, request.regions ?? [null]);
      const digits = elements.map(toHex);
      return request.regions ? { ...described, regions: digits } : { ...described, elements: digits[0] };
    }
    case "write":
      await write(request.store, request.region ?? null, fromHex(request.elements));
      return {};
    default:
      throw new Unsupported(`operation ${request.op} is not implemented`);
  }
}

function toHex(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

// A copy, so that it begins at a multiple of 8 and any typed array can be made of its buffer.
function fromHex(digits) {
  return new Uint8Array(Buffer.from(digits, "hex"));
}

// JSON.parse rounds integers above 2^53, so these become bigints: they are marked first, with a
// character for private use that no request contains.
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARK = "\uE000";

function parse(line) {
  const marked = line.replace(STRING_OR_NUMBER, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${MARK}${token}"` : token,
  );
  return JSON.parse(marked, (_, value) =>
    typeof value === "string" && value.startsWith(MARK) ? BigInt(value.slice(1)) : value,
  );
}

// JSON.stringify refuses bigints. As it does, this leaves out members that are undefined.
function stringify(value) {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(stringify).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const defined = Object.entries(value).filter(([, it]) => it !== undefined);
  const members = defined.map(([name, it]) => `${JSON.stringify(name)}:${stringify(it)}`);
  return `{${members.join(",")}}`;
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

for await (const line of lines(process.stdin)) {
  const request = parse(line);
  const result = { id: request.id };
  try {
    result.ok = await answer(request);
  } catch (error) {
    result.error = { kind: kindOfError(error), message: String(error?.message ?? error) };
  }
  writeAnswer(`${stringify(result)}\n`);
}
