import { gzipSync } from "node:zlib";
import zarr from "zarr-js";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint8", "fill_value": 0,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}},
  "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
  "codecs": [{"name": "gzip", "configuration": {"level": 1}}]
}`;
const files = { "array/zarr.json": Buffer.from(zarrJson), "array/c/0": gzipSync(Buffer.of(1, 2, 3, 4)) };
zarr(async (name) => files[name], "v3").open("array", (error, get) => {
  get([0], (error, chunk) => console.log(`no codec gives bytes of an array, read ${chunk.data}`));
});
