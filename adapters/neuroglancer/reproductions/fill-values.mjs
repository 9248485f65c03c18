import "neuroglancer/unstable/datasource/zarr/codec/bytes/resolve.js";
import { parseV3Metadata } from "neuroglancer/unstable/datasource/zarr/metadata/parse.js";

const fillValue = (data_type, fill_value) =>
  parseV3Metadata({
    zarr_format: 3, node_type: "array", shape: [2], data_type, fill_value,
    chunk_grid: { name: "regular", configuration: { chunk_shape: [2] } },
    chunk_key_encoding: { name: "default" },
    codecs: [{ name: "bytes", configuration: { endian: "little" } }],
  }, "array").fillValue;
const large = fillValue("uint8", 256);
const long = fillValue("float32", "0x17fc00000");
console.log(`opened: 256 for uint8, as ${large}; nine digits for float32, as ${long}`);
