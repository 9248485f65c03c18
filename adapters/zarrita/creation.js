// The members of array metadata as options of `zarr.create`.

import { NotExpressible } from "./not-expressible.js";

const FLOAT_BITS = { float16: 16, float32: 32, float64: 64 };

export function creation(metadata) {
  const {
    zarr_format: _format,
    node_type: _type,
    shape,
    data_type: dtype,
    chunk_grid: grid,
    chunk_key_encoding: keys,
    fill_value: fillValue,
    codecs,
    attributes,
    dimension_names: dimensionNames,
    ...others
  } = metadata;
  if (typeof dtype !== "string") throw new NotExpressible(`create has no data type ${dtype.name}`);
  if (grid.name !== "regular") throw new NotExpressible("create makes regular chunk grids only");
  const encoding = typeof keys === "string" ? { name: keys } : keys;
  if (encoding.name !== "default") throw new NotExpressible("create makes default chunk keys only");
  if (others.storage_transformers?.length === 0) delete others.storage_transformers;
  if (Object.keys(others).length > 0) {
    throw new NotExpressible(`create has no option for ${Object.keys(others).join(", ")}`);
  }
  return {
    shape,
    dtype,
    chunkShape: grid.configuration.chunk_shape,
    chunkSeparator: encoding.configuration?.separator,
    fillValue: scalar(fillValue, dtype),
    codecs,
    attributes: creatable(attributes),
    dimensionNames,
  };
}

// What `create` takes for attributes.
export function creatable(attributes) {
  if (holdsBigint(attributes)) {
    throw new NotExpressible("attributes are JSON values, and in JavaScript these round integers");
  }
  return attributes;
}

function holdsBigint(value) {
  if (typeof value === "object" && value !== null) return Object.values(value).some(holdsBigint);
  return typeof value === "bigint";
}

// What a user would pass for the fill value that JSON writes so: a bigint for 64-bit integers,
// otherwise a number or a boolean.
function scalar(value, dataType) {
  if (dataType === "string") return value;
  if (dataType === "int64" || dataType === "uint64") return BigInt(value);
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "string") return value;
  const special = { NaN, Infinity, "-Infinity": -Infinity }[value];
  return special ?? fromBits(BigInt(value), FLOAT_BITS[dataType]);
}

function fromBits(bits, width) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits << BigInt(64 - width));
  const read = view[`getFloat${width}`];
  if (read === undefined) throw new NotExpressible(`this runtime has no float${width}`);
  const number = read.call(view, 0);
  if (Number.isNaN(number)) throw new NotExpressible("JavaScript has one NaN, without its bits");
  return number;
}
