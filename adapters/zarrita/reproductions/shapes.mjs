import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [2, 3.5], "data_type": "uint8",
  "fill_value": 0,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": ["2", 4, 1]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "bytes"}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)]]);
const array = await zarr.open.v3(store, { kind: "array" });
console.log(`shape ${array.shape}, chunk shape ${array.chunks} with "${array.chunks[0]}"`);
