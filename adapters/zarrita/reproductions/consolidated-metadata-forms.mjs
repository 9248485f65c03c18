import * as zarr from "zarrita";

const store = (document) => new Map([["/zarr.json", new TextEncoder().encode(JSON.stringify(document))]]);
const found = [];
for (const value of ["inline", [], true, { kind: "inline", metadata: {}, must_understand: true }]) {
  const document = { zarr_format: 3, node_type: "group", consolidated_metadata: value };
  found.push((await zarr.open.v3(store(document), { kind: "group" })).kind);
}
console.log(`consolidated_metadata "inline", [], true and one to be understood: opened as ${found}`);
