import * as zarr from "zarrita";

const array = await zarr.create(new Map(), {
  shape: [6],
  dtype: "bool",
  chunkShape: [6],
  codecs: [{ name: "bytes", configuration: { endian: "big" } }],
});
const data = new zarr.BoolArray([true, false, false, false, true, true]);
await zarr.set(array, null, { data, shape: [6], stride: [1] });
const found = [...(await zarr.get(array)).data];
console.log(`wrote ${[...data]}, read ${found}`);
if (found.join() === [...data].join()) throw new Error("fixed");
