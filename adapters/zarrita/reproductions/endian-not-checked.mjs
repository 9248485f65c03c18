import * as zarr from "zarrita";

const codecs = [{ name: "bytes", configuration: { endian: "Big" } }];
const options = { shape: [1], dtype: "uint16", chunkShape: [1], fillValue: 0, codecs };
const store = new Map();
await zarr.create(store, options);
store.set("/c/0", Uint8Array.of(0, 1));
const found = await zarr.get(await zarr.open.v3(store, { kind: "array" }));
console.log(`endian is "Big", the bytes 00 01 are read as ${found.data}`);
