import * as zarr from "zarrita";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8",
  "fill_value": 0,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
  "chunk_key_encoding": {"name": "default", "configuration": {"separator": "-"}},
  "codecs": [{"name": "bytes"}]
}`;
const store = new Map([["/zarr.json", Buffer.from(zarrJson)], ["/c-0", Uint8Array.of(1, 2)]]);
const array = await zarr.open.v3(store, { kind: "array" });
console.log(`the separator is "-", read ${(await zarr.get(array)).data}`);
