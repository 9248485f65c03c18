import * as zarr from "zarrita";

const store = (document) => new Map([["/zarr.json", new TextEncoder().encode(JSON.stringify(document))]]);
const documents = [[], 3, { zarr_format: 2, node_type: "group" }, { zarr_format: 3, node_type: "Array" }];
const found = [];
for (const document of documents) {
  found.push((await zarr.open.v3(store(document))).kind);
}
console.log(`[], 3, a document of version 2 and the node type "Array" are opened as ${found}`);
