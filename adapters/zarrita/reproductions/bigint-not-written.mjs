import * as zarr from "zarrita";

const options = { shape: [2], dtype: "int64", chunkShape: [2], fillValue: 0n };
const error = await zarr.create(new Map(), options).catch((error) => error);
if (!(error instanceof Error)) throw new Error("fixed");
console.log(`creating an array of int64 with the fill value 0n: ${error}`);
