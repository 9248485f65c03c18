import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "uint8",
  "fill_value": 0,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "bytes"}, {"name": "one-unknown"}, {"name": "another-unknown"}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)], ["/c/0", Uint8Array.of(1)]]);
let ends = false;
process.on("unhandledRejection", (reason) => (ends = reason));
const array = await zarr.open.v3(store, { kind: "array" });
const error = await zarr.get(array).catch((error) => error);
await new Promise((resolve) => setTimeout(resolve, 100));
if (!ends) throw new Error("fixed");
console.log(`caught: ${error}; not caught, which ends the process: ${ends}`);
