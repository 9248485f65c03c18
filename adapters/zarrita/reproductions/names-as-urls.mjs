import * as zarr from "zarrita";

const root = zarr.root();
const found = ["a%41", "a#b", "a?b"].map((name) => root.resolve(name).path);
if (found.join() !== "/aA,/a,/a") throw new Error(`no longer shows: ${found}`);
await zarr.create(root.resolve("a"), { attributes: { of: "a" } });
const { attrs } = await zarr.open.v3(root.resolve("a#b"));
console.log(`a%41, a#b and a?b lead to ${found.join(", ")}; opening a#b gives the group of ${attrs.of}`);
