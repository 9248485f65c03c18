import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "string",
  "fill_value": ["a"],
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "vlen-utf8"}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)]]);
const array = await zarr.open.v3(store, { kind: "array" });
const { data } = await zarr.get(array);
console.log(`the fill value ["a"] is accepted for strings, and reads as ${JSON.stringify(data[0])}`);
