import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "float32", "fill_value": "0x3f800000",
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)]]);
const [found] = (await zarr.get(await zarr.open.v3(store, { kind: "array" }))).data;
console.log(`0x3f800000 are the bits of 1, read ${found}`);
if (found === 1) throw new Error("fixed");
