import "neuroglancer/unstable/datasource/zarr/codec/bytes/resolve.js";
import { parseV3Metadata } from "neuroglancer/unstable/datasource/zarr/metadata/parse.js";

const zarrJson = `{
  "zarr_format": 3, "node_type": "array", "shape": [9007199254740993], "data_type": "uint8", "fill_value": 0,
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1024]}},
  "chunk_key_encoding": {"name": "default"},
  "codecs": [{"name": "bytes"}]
}`;
const { shape } = parseV3Metadata(JSON.parse(zarrJson), "array");
if (BigInt(shape[0]) === 9007199254740993n) throw new Error("fixed");
console.log(`9007199254740993 opens as ${shape[0]}`);
