import * as zarr from "zarrita";

const store = new Map();
const transpose = { name: "transpose", configuration: { order: [1, 0] } };
const codecs = [transpose, { name: "bytes", configuration: { endian: "little" } }];
const options = { shape: [1, 1], dtype: "float16", chunkShape: [1, 1], fillValue: 0, codecs };
const array = await zarr.create(store, options);
const bits = Uint16Array.of(0xfd9c);
await zarr.set(array, null, { data: new Float16Array(bits.buffer), shape: [1, 1], stride: [1, 1] });
const [low, high] = store.get("/c/0/0");
const found = (high << 8) | low;
console.log(`written are the bits fd9c, a NaN; stored are ${found.toString(16)}`);
if (found === 0xfd9c) throw new Error("fixed");
