import * as zarr from "zarrita";

const bytes = (endian) => ({ name: "bytes", configuration: { endian } });
for (const codecs of [[], [bytes("big"), bytes("little")], [bytes("big"), { name: "transpose", configuration: { order: [0] } }]]) {
  const options = { shape: [2], dtype: "uint16", chunkShape: [2], fillValue: 0, codecs };
  const store = new Map();
  const array = await zarr.create(store, options);
  store.set("/c/0", Uint8Array.of(0, 1, 0, 2));
  console.log(`codecs ${JSON.stringify(codecs)} read ${(await zarr.get(array)).data}`);
}
