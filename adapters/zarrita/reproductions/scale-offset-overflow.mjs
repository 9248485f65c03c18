import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "uint8",
  "fill_value": 0,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "scale_offset", "configuration": {"offset": 100}}, {"name": "bytes", "configuration": {"endian": "little"}}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)], ["/c/0", Uint8Array.of(200)]]);
const { data } = await zarr.get(await zarr.open.v3(store, { kind: "array" }));
console.log(`200 is stored, uint8 does not have it plus the offset 100, read ${data[0]}`);
