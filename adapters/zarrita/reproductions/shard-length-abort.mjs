import * as zarr from "zarrita";

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import { FileSystemStore } from "@zarrita/storage";

const folder = fs.mkdtempSync(`${os.tmpdir()}/zarrita-`);
const store = new FileSystemStore(folder);
const little = { name: "bytes", configuration: { endian: "little" } };
const sharding = { chunk_shape: [2], codecs: [{ name: "bytes" }], index_codecs: [little] };
const codecs = [{ name: "sharding_indexed", configuration: sharding }];
const options = { shape: [4], dtype: "uint8", chunkShape: [4], fillValue: 9, codecs };
const array = await zarr.create(store, options);
const words = (...values) => [...new Uint8Array(BigUint64Array.from(values).buffer)];
const shard = [1, 2, 3, 4, ...words(0n, 2n, 2n, (1n << 32n) + 2n)];
fs.mkdirSync(`${folder}/c`);
fs.writeFileSync(`${folder}/c/0`, Uint8Array.from(shard));
if (process.argv[2] === "read") await zarr.get(await zarr.open.v3(new FileSystemStore(process.argv[3]), { kind: "array" }));
else {
  const { signal } = spawnSync(process.execPath, [process.argv[1], "read", folder]);
  console.log(`an inner chunk of 2^32 + 2 bytes, ended by ${signal}`);
  if (signal === null) throw new Error("fixed");
}
