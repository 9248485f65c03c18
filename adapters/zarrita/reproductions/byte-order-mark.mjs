import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "string",
  "fill_value": "",
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "vlen-utf8"}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)], ["/c/0", Uint8Array.from(Buffer.from("0100000004000000efbbbf61", "hex"))]]);
const array = await zarr.open.v3(store, { kind: "array" });
const { data } = await zarr.get(array);
if (data[0] === "\ufeffa") throw new Error("fixed");
console.log(`the string "\\ufeffa" reads as ${JSON.stringify(data[0])}`);
