import * as zarr from "zarrita";

const store = new Map();
const options = { shape: [4], dtype: "uint8", chunkShape: [4], fillValue: 9 };
const array = await zarr.create(store, { ...options, codecs: [{ name: "bytes" }] });
store.set("/c/0", Uint8Array.of(1, 2));
const found = await zarr.get(array);
console.log(`a chunk of 4 elements has the 2 bytes 1,2, read ${found.data}`);
