import * as zarr from "zarrita";

const store = new Map();
const codecs = [{ name: "bytes" }, { name: "crc32c" }];
const array = await zarr.create(store, { shape: [4], dtype: "uint8", chunkShape: [4], fillValue: 9, codecs });
store.set("/c/0", Uint8Array.of(1, 2, 3, 4, 0, 0, 0, 0));
const found = await zarr.get(array);
console.log(`the checksum is not 0, read ${found.data}`);
