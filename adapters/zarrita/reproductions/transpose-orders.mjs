import * as zarr from "zarrita";

for (const configuration of [{ order: "F" }, { order: "C" }, {}]) {
  const codecs = [{ name: "transpose", configuration }, { name: "bytes" }];
  const options = { shape: [2, 2], dtype: "uint8", chunkShape: [2, 2], fillValue: 0, codecs };
  const store = new Map();
  await zarr.create(store, options);
  store.set("/c/0/0", Uint8Array.of(1, 2, 3, 4));
  const found = await zarr.get(await zarr.open.v3(store, { kind: "array" }), [0, null]);
  console.log(`transpose with ${JSON.stringify(configuration)} reads the first row ${found.data}`);
}
const codecs = [{ name: "transpose", configuration: { order: [0, -1] } }, { name: "bytes" }];
const store = new Map();
const array = await zarr.create(store, { shape: [2, 2], dtype: "uint8", chunkShape: [2, 2], fillValue: 0, codecs });
await zarr.set(array, null, { data: Uint8Array.of(1, 2, 3, 4), shape: [2, 2], stride: [2, 1] });
console.log(`transpose with the order [0,-1] stores 1,2,3,4 as ${store.get("/c/0/0")}`);
