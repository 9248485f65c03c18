// The facts of the archive beside this file. index.d.ts and README.md say what they are.

import { readFileSync } from "node:fs";
import { endianness } from "node:os";
import { fileURLToPath } from "node:url";

const NEWEST = "3.1";

// JSON.parse would round integers beyond 2^53, so these are marked first and become bigints: as strings
// that begin with a character that begins no string of a manifest.
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARK = "\uE000";

function parse(text) {
  const marked = text.replace(STRING_OR_NUMBER, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${MARK}${token}"` : token,
  );
  return JSON.parse(marked, (_, value) =>
    typeof value === "string" && value.startsWith(MARK) ? BigInt(value.slice(1)) : Object.freeze(value),
  );
}

let loaded;

function manifest() {
  if (loaded === undefined) {
    const { version, facts } = parse(readFileSync(path("manifest.json"), "utf8"));
    const byId = Object.entries(facts).map(([id, fact]) => [id, Object.freeze({ id, ...fact })]);
    loaded = { version, facts: new Map(byId) };
  }
  return loaded;
}

export function version() {
  return manifest().version;
}

export function facts(glob = "*", { kind, level, edition = NEWEST } = {}) {
  const pattern = patternOf(glob);
  const found = [...manifest().facts.values()].filter(
    (fact) =>
      pattern.test(fact.id) &&
      (kind === undefined || fact.kind === kind) &&
      (level === undefined || fact.level === level) &&
      (edition === "all" || fact.editions.includes(edition)),
  );
  if (found.length === 0) {
    const asked = JSON.stringify({ kind, level, edition });
    throw new Error(`found no fact for the glob ${JSON.stringify(glob)} with ${asked}`);
  }
  return found;
}

export function fact(id) {
  const found = manifest().facts.get(id);
  if (found === undefined) throw new Error(`found no fact with the id ${JSON.stringify(id)}`);
  return found;
}

/** A glob as a regular expression. Ids have none of the characters that a regular expression gives a meaning. */
function patternOf(glob) {
  const parts = String(glob).match(/[a-z0-9/,-]|\*(?!\*)|\?|\{[^{}]*\}/g) ?? [];
  const inWords = { "*": ".*", "?": "." };
  const source = parts.map((part) => {
    if (!part.startsWith("{")) return inWords[part] ?? part;
    const alternatives = part.slice(1, -1).split(",").map((it) => patternOf(it).source.slice(1, -1));
    return `(?:${alternatives.join("|")})`;
  });
  if (parts.join("") !== String(glob)) {
    const expected = "a-z, 0-9, - and /, * and ? for any characters or one, and {a,b} for alternatives";
    throw new Error(`found the glob ${JSON.stringify(glob)}, expected ${expected}`);
  }
  return new RegExp(`^${source.join("")}$`);
}

export function bytes(digits) {
  if (typeof digits !== "string" || !/^(?:[0-9a-f]{2})*$/.test(digits)) {
    throw new Error(`found ${JSON.stringify(digits)}, expected pairs of lower-case hexadecimal digits`);
  }
  // A copy: Buffer.from may give a part of a buffer that it shares.
  return new Uint8Array(Buffer.from(digits, "hex"));
}

// Floating point numbers of at most 8 bits.
const SMALL_FLOATS = [
  "float4_e2m1fn",
  "float6_e2m3fn",
  "float6_e3m2fn",
  "float8_e3m4",
  "float8_e4m3",
  "float8_e4m3b11fnuz",
  "float8_e4m3fnuz",
  "float8_e5m2",
  "float8_e5m2fnuz",
  "float8_e8m0fnu",
];
// Data types whose numbers take a byte each, of which not all bits need to count.
const SMALL = ["int2", "int4", "uint2", "uint4", ...SMALL_FLOATS, ...SMALL_FLOATS.map((it) => `complex_${it}`)];

// The array of each data type, and how many bytes each of its numbers has.
const ARRAYS = {
  bool: Uint8Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  float16: Uint16Array,
  float32: Float32Array,
  float64: Float64Array,
  complex64: Float32Array,
  complex128: Float64Array,
  bfloat16: Uint16Array,
  ...Object.fromEntries(SMALL.map((it) => [it, Uint8Array])),
  complex_float16: Uint16Array,
  complex_float32: Float32Array,
  complex_float64: Float64Array,
  complex_bfloat16: Uint16Array,
  "numpy.datetime64": BigInt64Array,
  "numpy.timedelta64": BigInt64Array,
  fixed_length_utf32: Uint32Array,
};
// Those that are objects in metadata, with a configuration.
const CONFIGURED = ["numpy.datetime64", "numpy.timedelta64", "fixed_length_utf32"];

// The name of a data type, where it is as in metadata.
function nameOf(dataType) {
  const isConfigured = typeof dataType === "object" && dataType !== null;
  const name = isConfigured ? dataType.name : dataType;
  return isConfigured === CONFIGURED.includes(name) ? name : undefined;
}

// Data types whose elements have different numbers of bytes.
const LISTS = ["string", "bytes"];

export function elements(digits, dataType) {
  const name = nameOf(dataType);
  if (LISTS.includes(name)) {
    if (!Array.isArray(digits)) {
      throw new Error(`found ${JSON.stringify(digits)}, expected a list with the digits of each ${name}`);
    }
    return digits.map(bytes);
  }
  const isRaw = /^r[1-9][0-9]*$/.test(name);
  if (!isRaw && !Object.hasOwn(ARRAYS, name)) {
    throw new Error(`found the data type ${JSON.stringify(dataType)}, which is not a data type`);
  }
  const Elements = isRaw ? Uint8Array : ARRAYS[name];
  const { buffer } = bytes(digits);
  const size = Elements.BYTES_PER_ELEMENT;
  if (buffer.byteLength % size !== 0) {
    throw new Error(`found ${buffer.byteLength} bytes, expected a multiple of the ${size} of ${name}`);
  }
  if (endianness() === "BE" && size > 1) Buffer.from(buffer)[`swap${8 * size}`]();
  return new Elements(buffer);
}

export function path(inArchive) {
  return fileURLToPath(new URL(`archive/${inArchive}`, import.meta.url));
}
