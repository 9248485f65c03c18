import * as zarr from "zarrita";

import { gzipSync } from "node:zlib";

const store = new Map();
const codecs = [{ name: "bytes" }, { name: "gzip", configuration: { level: 1 } }];
const array = await zarr.create(store, { shape: [2], dtype: "uint8", chunkShape: [2], fillValue: 9, codecs });
store.set("/c/0", new Uint8Array(Buffer.concat([[1], [2]].map((it) => gzipSync(Uint8Array.from(it))))));
const answer = await zarr.get(array).then(({ data }) => `read ${data}`, (error) => error);
console.log(`the chunk is two members of one byte each: ${answer}`);
if (answer === "read 1,2") throw new Error("fixed");
