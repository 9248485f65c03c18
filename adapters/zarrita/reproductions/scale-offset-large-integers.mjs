import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "int64",
  "fill_value": 0,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "scale_offset", "configuration": {"offset": 9007199254740993}}, {"name": "bytes", "configuration": {"endian": "little"}}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)], ["/c/0", new Uint8Array(8)]]);
const { data } = await zarr.get(await zarr.open.v3(store, { kind: "array" }));
console.log(`0 is stored, the offset is 9007199254740993, read ${data[0]}`);
if (data[0] === 9007199254740993n) throw new Error("fixed");
