import "neuroglancer/unstable/datasource/zarr/codec/bytes/resolve.js";
import "neuroglancer/unstable/datasource/zarr/codec/zstd/resolve.js";
import { parseV3Metadata } from "neuroglancer/unstable/datasource/zarr/metadata/parse.js";

const document = {
  zarr_format: 3, node_type: "array", shape: [2], data_type: "uint8", fill_value: 0,
  chunk_grid: { name: "regular", configuration: { chunk_shape: [2] } },
  chunk_key_encoding: { name: "default" },
  codecs: [{ name: "bytes" }, { name: "zstd", configuration: { level: 1, checksum: "false" } }],
};
const { shape } = parseV3Metadata(document, "array");
console.log(`opened with the checksum "false": ${shape}`);
