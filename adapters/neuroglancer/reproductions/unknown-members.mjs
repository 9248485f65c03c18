import "neuroglancer/unstable/datasource/zarr/codec/bytes/resolve.js";
import { parseV3Metadata } from "neuroglancer/unstable/datasource/zarr/metadata/parse.js";

const document = {
  zarr_format: 3, node_type: "array", shape: [2], data_type: "uint8", fill_value: 0,
  chunk_grid: { name: "regular", configuration: { chunk_shape: [2] } },
  chunk_key_encoding: { name: "default" },
  codecs: [{ name: "bytes" }],
  storage_transformers: [{ name: "encrypted" }], order: { name: "reversed" },
};
const { shape } = parseV3Metadata(document, "array");
console.log(`two extensions are unknown, opened with the shape ${shape}`);
