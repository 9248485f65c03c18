import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "uint8",
  "fill_value": 0,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "scale_offset"}, {"name": "bytes", "configuration": {"endian": "little"}}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)], ["/c/0", Uint8Array.of(1)]]);
const open = async () => zarr.get(await zarr.open.v3(store, { kind: "array" }));
const error = await open().catch((error) => error);
if (!(error instanceof Error)) throw new Error("fixed");
console.log(`scale_offset without a configuration is refused: ${error}`);
