import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [9007199254740993], "data_type": "uint8",
  "fill_value": 0,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1000]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "bytes"}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)]]);
const array = await zarr.open.v3(store, { kind: "array" });
console.log(`the length is 9007199254740993, opened as ${array.shape}`);
