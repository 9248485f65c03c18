// A small implementation of Zarr v3: transpose, bytes, gzip, codec lists, the regular grid and chunk keys.
// It is what the tests are about: put your own library in its place.
//
// Lengths and coordinates are BigInts, since they go up to 2^64 - 1. Elements are byte strings
// (Uint8Array) in C order, each element little endian.

import { gunzipSync, gzipSync } from "node:zlib";

export class Invalid extends Error {}
export class Unsupported extends Error {}

const BYTES = { bool: 1, int8: 1, uint8: 1, int16: 2, uint16: 2, float16: 2, int32: 4, uint32: 4, float32: 4,
  int64: 8, uint64: 8, float64: 8, complex64: 8, complex128: 16 };

/** How many bytes an element has, and how many the numbers in it, of which the order matters. */
function layout(dataType) {
  if (Object.hasOwn(BYTES, dataType)) {
    const bytes = BYTES[dataType];
    return { bytes, number: dataType.startsWith("complex") ? bytes / 2 : bytes };
  }
  const bits = /^r([1-9][0-9]*)$/.exec(dataType)?.[1];
  if (bits && bits % 8 === 0) return { bytes: bits / 8, number: 1 };
  throw new Unsupported(`data type ${dataType}`);
}

const product = (shape) => shape.reduce((a, b) => a * b, 1n);

function transposeOrder(codec, rank) {
  const order = codec.configuration?.order;
  const isAxis = (axis) => typeof axis === "bigint" && axis >= 0n && axis < BigInt(rank);
  if (!Array.isArray(order) || order.length !== rank || !order.every(isAxis) || new Set(order).size !== rank) {
    throw new Invalid(`order is not a permutation of ${rank} dimensions`);
  }
  return order.map(Number);
}

function isBigEndian(codec, dataType) {
  const configuration = codec.configuration ?? {};
  if ("endian" in configuration) {
    if (configuration.endian !== "big" && configuration.endian !== "little") throw new Invalid("endian");
    return configuration.endian === "big";
  }
  if (layout(dataType).number > 1) throw new Invalid(`endian is required for ${dataType}`);
  return false;
}

function gzipLevel(codec) {
  const level = codec.configuration?.level;
  if (typeof level !== "bigint" || level < 0n || level > 9n) throw new Invalid(`level ${level}`);
  return Number(level);
}

function gunzip(encoded) {
  try {
    return gunzipSync(encoded);
  } catch (error) {
    throw new Invalid(error.message);
  }
}

/** The orders of the transposes, the byte order, gzip's levels, and the representation after each codec. */
export function chain(codecs, dataType, shape) {
  const orders = [], levels = [], representations = [];
  let isBig;
  for (const entry of codecs) {
    const codec = typeof entry === "string" ? { name: entry } : entry;
    const isKnown = Object.keys(codec).every((it) => ["name", "configuration", "must_understand"].includes(it));
    if (!isKnown || typeof codec.name !== "string") throw new Invalid("no codec");
    if (!["transpose", "bytes", "gzip"].includes(codec.name)) throw new Unsupported(`codec ${codec.name}`);
    if ((isBig === undefined) === (codec.name === "gzip")) throw new Invalid(`what ${codec.name} gets`);
    if (codec.name === "gzip") {
      levels.push(gzipLevel(codec));
      representations.push({});
    } else if (codec.name === "transpose") {
      const order = transposeOrder(codec, shape.length);
      orders.push(order);
      shape = order.map((axis) => shape[axis]);
      representations.push({ data_type: dataType, shape });
    } else {
      isBig = isBigEndian(codec, dataType);
      representations.push({ bytes: product(shape) * BigInt(layout(dataType).bytes) });
    }
  }
  if (isBig === undefined) throw new Invalid("no codec yields bytes");
  return { orders, isBig, levels, representations };
}

/** For each element of the encoded chunk in turn, where it is in the decoded one. */
function* positions(shape, orders) {
  const lengths = shape.map(Number);
  // axes[i] is the dimension of the decoded chunk that is dimension i of the encoded one.
  const axes = orders.reduce((axes, order) => order.map((i) => axes[i]), lengths.map((_, i) => i));
  const strides = lengths.map((_, i) => lengths.slice(i + 1).reduce((a, b) => a * b, 1));
  const count = lengths.reduce((a, b) => a * b, 1);
  for (let n = 0; n < count; n++) {
    let rest = n, position = 0;
    for (const axis of [...axes].reverse()) {
      position += (rest % lengths[axis]) * strides[axis];
      rest = Math.floor(rest / lengths[axis]);
    }
    yield position;
  }
}

/** Reverses the bytes of every number. */
function swapped(bytes, size) {
  const copy = Uint8Array.from(bytes);
  for (let at = 0; at < copy.length; at += size) copy.subarray(at, at + size).reverse();
  return copy;
}

export function encode(codecs, dataType, shape, elements) {
  const { orders, isBig, levels } = chain(codecs, dataType, shape);
  const { bytes, number } = layout(dataType);
  if (BigInt(elements.length) !== product(shape) * BigInt(bytes)) throw new Invalid("length of the elements");
  const encoded = new Uint8Array(elements.length);
  let to = 0;
  for (const from of positions(shape, orders)) {
    encoded.set(elements.subarray(from * bytes, (from + 1) * bytes), to++ * bytes);
  }
  return levels.reduce((data, level) => gzipSync(data, { level }), isBig ? swapped(encoded, number) : encoded);
}

export function decode(codecs, dataType, shape, encoded) {
  const { orders, isBig, levels } = chain(codecs, dataType, shape);
  const { bytes, number } = layout(dataType);
  const stored = levels.reduce(gunzip, encoded);
  if (BigInt(stored.length) !== product(shape) * BigInt(bytes)) throw new Invalid("length of the chunk");
  const little = isBig ? swapped(stored, number) : stored;
  const elements = new Uint8Array(little.length);
  let from = 0;
  for (const to of positions(shape, orders)) {
    elements.set(little.subarray(from * bytes, (from + 1) * bytes), to * bytes);
    from++;
  }
  return elements;
}

export function gridShape(arrayShape, chunkShape) {
  if (arrayShape.length !== chunkShape.length || chunkShape.includes(0n)) throw new Invalid("no grid");
  return arrayShape.map((length, d) => (length + chunkShape[d] - 1n) / chunkShape[d]);
}

export const chunkOf = (coordinates, chunkShape) => coordinates.map((c, d) => c / chunkShape[d]);
export const within = (coordinates, chunkShape) => coordinates.map((c, d) => c % chunkShape[d]);
export const origin = (index, chunkShape) => index.map((i, d) => i * chunkShape[d]);

/** The key of a chunk; an encoding may be only a name. */
export function key(encoding, index) {
  const { name, configuration = {} } = typeof encoding === "string" ? { name: encoding } : encoding;
  if (name === "default") return ["c", ...index].join(configuration.separator ?? "/");
  if (name === "v2") return index.join(configuration.separator ?? ".") || "0";
  throw new Unsupported(`chunk key encoding ${name}`);
}
