import * as zarr from "zarrita";

const store = (document) => new Map([["/zarr.json", new TextEncoder().encode(JSON.stringify(document))]]);
const group = await zarr.open.v3(store({
  zarr_format: 3, node_type: "group",
  storage_transformers: [{ name: "encrypted" }], other: { name: "unknown", must_understand: true },
}), { kind: "group" });
console.log(`a group with two members that must be understood is opened as ${group.kind}`);
