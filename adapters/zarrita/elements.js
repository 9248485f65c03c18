// Elements as hexadecimal digits, and as the arrays that zarrita takes and gives; of strings, lists of both.
//
// Typed arrays have the machine's byte order, and every machine that Node is built for and this
// adapter is used on is little-endian. Bytes are copied and not numbers, so that no bit changes.

import { BoolArray } from "zarrita";

import { NotExpressible } from "./not-expressible.js";

const TYPED_ARRAYS = {
  bool: BoolArray,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  float16: globalThis.Float16Array,
  float32: Float32Array,
  float64: Float64Array,
};

function typedArray(dataType) {
  const found = TYPED_ARRAYS[dataType];
  if (found === undefined) throw new NotExpressible(`no elements of ${dataType}`);
  return found;
}

// Takes what `zarr.get` gives: a scalar for an array without dimensions, which is undefined when there
// is none, and otherwise a chunk, whose strides count elements and need not be those of C order.
export function toHex(found, dataType) {
  if (found === undefined) return "";
  const { data: elements, shape, stride } =
    typeof found === "object" ? found : { data: scalar(found, dataType), shape: [], stride: [] };
  if (Array.isArray(elements)) {
    // zarrita hands out undefined for a string that a chunk lacks: no error, and no bytes.
    return [...offsets(shape, stride)].map((at) => Buffer.from(elements[at] ?? "", "utf8").toString("hex"));
  }
  // What a byte of a `BoolArray` means, its iterator tells.
  const data = elements instanceof BoolArray ? Uint8Array.from(elements, Number) : elements;
  const size = data.BYTES_PER_ELEMENT;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const ordered = [];
  for (const at of offsets(shape, stride)) {
    ordered.push(bytes.subarray(at * size, (at + 1) * size));
  }
  return Buffer.concat(ordered).toString("hex");
}

// Gives what `zarr.set` takes: a scalar for an array without dimensions, otherwise a chunk in C order.
export function fromHex(digits, dataType, shape) {
  const data = Array.isArray(digits) ? digits.map(string) : numbers(digits, dataType);
  if (shape.length === 0) return data instanceof BoolArray ? data.get(0) : data[0];
  const stride = shape.map((_, d) => shape.slice(d + 1).reduce((size, length) => size * length, 1));
  return { data, shape, stride };
}

function string(digits) {
  return Buffer.from(digits, "hex").toString("utf8");
}

function numbers(digits, dataType) {
  const bytes = new Uint8Array(Buffer.from(digits, "hex"));
  return new (typedArray(dataType))(bytes.buffer);
}

function scalar(value, dataType) {
  if (dataType === "string") return [value];
  return new (typedArray(dataType))([value]);
}

// The offset of each element, in lexicographical order of coordinates.
function* offsets([length, ...lengths], [step, ...steps], origin = 0) {
  if (length === undefined) {
    yield origin;
    return;
  }
  for (let i = 0; i < length; i++) yield* offsets(lengths, steps, origin + i * step);
}
