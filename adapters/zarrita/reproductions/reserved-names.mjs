import * as zarr from "zarrita";

const root = zarr.root();
await zarr.create(root.resolve("__x"), {});
const group = await zarr.open.v3(root.resolve("__x"));
console.log(`a ${group.kind} is created and opened at ${group.path}`);
