import * as zarr from "zarrita";

const transpose = (order) => ({ name: "transpose", configuration: { order } });
const array = await zarr.create(new Map(), {
  shape: [2, 3, 4],
  dtype: "uint8",
  chunkShape: [2, 3, 4],
  codecs: [transpose([1, 2, 0]), transpose([0, 2, 1]), { name: "bytes" }],
});
const data = Uint8Array.from({ length: 24 }, (_, i) => i);
await zarr.set(array, null, { data, shape: [2, 3, 4], stride: [12, 4, 1] });
const found = [0, 1, 2, 3].map((i) => zarr.get(array, [0, 0, i]));
console.log(`wrote 0,1,2,3 first, read ${await Promise.all(found)}`);
if ((await found[1]) === 1) throw new Error("fixed");
