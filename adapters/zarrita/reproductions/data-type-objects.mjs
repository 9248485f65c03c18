import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": {"name": "string"},
  "fill_value": "",
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "vlen-utf8"}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)]]);
const open = async () => zarr.get(await zarr.open.v3(store, { kind: "array" }));
const error = await open().catch((error) => error);
if (!(error instanceof Error)) throw new Error("fixed");
console.log(`the data type as an object is refused: ${error}`);
