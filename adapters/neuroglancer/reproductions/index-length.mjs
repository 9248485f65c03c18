import "neuroglancer/unstable/datasource/zarr/codec/bytes/resolve.js";
import "neuroglancer/unstable/datasource/zarr/codec/crc32c/resolve.js";
import "neuroglancer/unstable/datasource/zarr/codec/gzip/resolve.js";
import "neuroglancer/unstable/datasource/zarr/codec/sharding_indexed/resolve.js";
import { parseV3Metadata } from "neuroglancer/unstable/datasource/zarr/metadata/parse.js";

const little = { name: "bytes", configuration: { endian: "little" } };
const index_codecs = [little, { name: "gzip", configuration: { level: 1 } }, { name: "crc32c" }];
const sharding = { chunk_shape: [1], codecs: [{ name: "bytes" }], index_codecs };
const document = {
  zarr_format: 3, node_type: "array", shape: [2], data_type: "uint8", fill_value: 0,
  chunk_grid: { name: "regular", configuration: { chunk_shape: [2] } },
  chunk_key_encoding: { name: "default" }, codecs: [{ name: "sharding_indexed", configuration: sharding }],
};
console.log(`opened with gzip in the index: ${parseV3Metadata(document, "array").shape}`);
