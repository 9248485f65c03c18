import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "uint16",
  "fill_value": 0,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "bytes", "configuration": "big"}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)], ["/c/0", Uint8Array.of(0, 1)]]);
const found = await zarr.get(await zarr.open.v3(store, { kind: "array" }));
console.log(`the configuration is "big", the bytes 00 01 are read as ${found.data}`);
