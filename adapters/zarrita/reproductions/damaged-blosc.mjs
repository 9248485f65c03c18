import * as zarr from "zarrita";

const store = new Map();
const blosc = { cname: "lz4", clevel: 5, shuffle: "noshuffle", typesize: 1, blocksize: 0 };
const codecs = [{ name: "bytes" }, { name: "blosc", configuration: blosc }];
const array = await zarr.create(store, { shape: [64], dtype: "uint8", chunkShape: [64], fillValue: 9, codecs });
await zarr.set(array, null, { data: new Uint8Array(64).fill(7), shape: [64], stride: [1] });
store.set("/c/0", store.get("/c/0").slice(0, 20));
const found = await zarr.get(array);
console.log(`a chunk of 64 times 7 is cut to 20 bytes, read ${found.data.slice(0, 8)}`);
