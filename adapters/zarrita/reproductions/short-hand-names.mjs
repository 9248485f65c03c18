import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8",
  "fill_value": 0,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
  "chunk_key_encoding": "default",
  "codecs": [{"name": "bytes"}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)]]);
const error = await await zarr.open.v3(store, { kind: "array" }).catch((error) => error);
if (!(error instanceof Error)) throw new Error("fixed");
console.log(`the chunk key encoding is "default": ${error}`);
