import * as zarr from "zarrita";

const store = new Map();
const options = { shape: [1], dtype: "float32", chunkShape: [1], fillValue: -0 };
const created = await zarr.create(store, options);
const opened = await zarr.open.v3(store, { kind: "array" });
const read = async (array) => (await zarr.get(array)).data[0];
const [before, after] = [await read(created), await read(opened)];
console.log(`fill value -0: sign ${1 / before}, after opening ${1 / after}`);
if (Object.is(after, -0)) throw new Error("fixed");
