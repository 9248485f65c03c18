import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "uint64", "fill_value": 18446744073709551615,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)]]);
const [found] = (await zarr.get(await zarr.open.v3(store, { kind: "array" }))).data;
console.log(`the fill value is 18446744073709551615, read ${found}`);
if (found === 18446744073709551615n) throw new Error("fixed");
