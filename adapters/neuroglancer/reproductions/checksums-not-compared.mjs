import "neuroglancer/unstable/datasource/zarr/codec/bytes/decode.js";
import "neuroglancer/unstable/datasource/zarr/codec/bytes/resolve.js";
import "neuroglancer/unstable/datasource/zarr/codec/crc32c/decode.js";
import "neuroglancer/unstable/datasource/zarr/codec/crc32c/resolve.js";
import { decodeArray } from "neuroglancer/unstable/datasource/zarr/codec/decode.js";
import { parseCodecChainSpec } from "neuroglancer/unstable/datasource/zarr/codec/resolve.js";
import { DataType } from "neuroglancer/unstable/util/data_type.js";

const codecs = [{ name: "bytes" }, { name: "crc32c" }];
const chain = parseCodecChainSpec(codecs, { dataType: DataType.UINT8, chunkShape: [2] });
const damaged = Uint8Array.of(1, 2, 0, 0, 0, 0);
const decoded = await decodeArray(chain, damaged, new AbortController().signal);
console.log(`decoded ${decoded}, though a checksum of zeros is wrong`);
