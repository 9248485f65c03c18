import * as zarr from "zarrita";

const store = new Map();
const codecs = [{ name: "bytes" }, { name: "zstd", configuration: { level: 1, checksum: true } }];
const array = await zarr.create(store, { shape: [64], dtype: "uint8", chunkShape: [64], fillValue: 9, codecs });
await zarr.set(array, null, { data: new Uint8Array(64), shape: [64], stride: [1] });
const hasChecksum = (store.get("/c/0")[4] & 4) !== 0;
console.log(`checksum is true, the frame has a checksum: ${hasChecksum}`);
if (hasChecksum) throw new Error("fixed");
