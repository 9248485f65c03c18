import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "int8",
  "fill_value": 0,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "vlen-utf8"}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)], ["/c/0", Uint8Array.from(Buffer.from("010000000100000001", "hex"))]]);
const array = await zarr.open.v3(store, { kind: "array" });
const { data } = await zarr.get(array);
console.log(`vlen-utf8 is accepted for int8, and gives ${JSON.stringify(data[0])}`);
