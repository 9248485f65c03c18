import * as zarr from "zarrita";

const store = new Map();
await zarr.create(zarr.root(store), {});
await zarr.create(zarr.root(store).resolve("a/b"), {});
const keys = [...store.keys()].join(", ");
if (keys.includes("/a/zarr.json")) throw new Error(`no longer shows: ${keys}`);
console.log(`after creating / and /a/b the store has ${keys}`);
