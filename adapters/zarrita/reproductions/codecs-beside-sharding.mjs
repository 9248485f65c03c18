import * as zarr from "zarrita";

import fs from "node:fs";
import os from "node:os";
import { FileSystemStore } from "@zarrita/storage";

const folder = fs.mkdtempSync(`${os.tmpdir()}/zarrita-`);
const store = new FileSystemStore(folder);
const little = { name: "bytes", configuration: { endian: "little" } };
const sharding = { chunk_shape: [2], codecs: [{ name: "bytes" }], index_codecs: [little] };
const codecs = [{ name: "sharding_indexed", configuration: sharding }, { name: "zstd", configuration: { level: 1 } }];
const options = { shape: [4], dtype: "uint8", chunkShape: [4], fillValue: 9, codecs };
const array = await zarr.create(store, options);
const words = (...values) => [...new Uint8Array(BigUint64Array.from(values).buffer)];
const shard = [1, 2, 3, 4, ...words(0n, 2n, 2n, 2n)];
fs.mkdirSync(`${folder}/c`);
fs.writeFileSync(`${folder}/c/0`, Uint8Array.from(shard));
const found = await zarr.get(array);
console.log(`a chunk without a valid zstd frame is read as ${found.data}`);
