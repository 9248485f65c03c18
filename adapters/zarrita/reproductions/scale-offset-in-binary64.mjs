import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "float16",
  "fill_value": 0,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "scale_offset", "configuration": {"offset": 2, "scale": 3}}, {"name": "bytes", "configuration": {"endian": "little"}}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)], ["/c/0", Uint8Array.of(0x00, 0x45)]]);
const { data } = await zarr.get(await zarr.open.v3(store, { kind: "array" }));
const quotient = new Float16Array([5 / 3])[0];
const [sum] = new Float16Array([quotient + 2]);
console.log(`5 is stored, 5/3 + 2 of float16 is ${sum}, read ${data[0]}`);
if (data[0] === sum) throw new Error("fixed");
