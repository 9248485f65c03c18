import * as zarr from "zarrita";

const array = await zarr.create(new Map(), { shape: [0], dtype: "uint8", chunkShape: [2] });
const error = await zarr.get(array).catch((error) => error);
if (!(error instanceof Error)) throw new Error("fixed");
console.log(`reading an array of shape [0]: ${error}`);
