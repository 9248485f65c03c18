import * as zarr from "zarrita";

const store = new Map();
const little = { name: "bytes", configuration: { endian: "little" } };
const blosc = { cname: "lz4", clevel: 5, shuffle: "shuffle", typesize: 2, blocksize: 0 };
const codecs = [little, { name: "blosc", configuration: blosc }];
const array = await zarr.create(store, { shape: [64], dtype: "uint16", chunkShape: [64], fillValue: 9, codecs });
await zarr.set(array, null, { data: new Uint16Array(64).map((_, at) => at), shape: [64], stride: [1] });
const header = store.get("/c/0");
console.log(`typesize is 2, the header has ${header[3]}; shuffle is on, the header has ${header[2] & 1}`);
if (header[3] === 2 && (header[2] & 1) === 1) throw new Error("fixed");
