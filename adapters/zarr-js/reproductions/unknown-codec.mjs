import zarr from "zarr-js";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint8", "fill_value": 0,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}},
  "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}}, "codecs": [{"name": "bytes"}]
}`;
const files = { "array/zarr.json": Buffer.from(zarrJson), "array/c/0": Buffer.of(1, 2, 3, 4) };
let [ends, said] = [undefined, "nothing"];
process.on("unhandledRejection", (reason) => (ends = reason));
const told = (error, chunk) => (said = error ?? chunk.data);
zarr(async (name) => files[name], "v3").open("array", (error, get) => get([0], told));
await new Promise((resolve) => setTimeout(resolve, 100));
if (!ends) throw new Error("fixed");
console.log(`called back with ${said}; not caught, which ends the process: ${ends}`);
