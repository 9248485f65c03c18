import * as zarr from "zarrita";

for (const [dtype, fillValue] of [["uint8", 300], ["uint8", "one"], ["bool", "false"], ["float32", "nan"]]) {
  const store = new Map();
  await zarr.create(store, { shape: [1], dtype, chunkShape: [1], fillValue });
  const array = await zarr.open.v3(store, { kind: "array" });
  const [found] = (await zarr.get(array)).data;
  console.log(`${dtype} with the fill value ${JSON.stringify(fillValue)} reads as ${found}`);
}
