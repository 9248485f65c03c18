import * as zarr from "zarrita";

const document = '{"zarr_format": 3, "node_type": "group", "attributes": {"id": 9007199254740993}}';
const store = new Map([["/zarr.json", new TextEncoder().encode(document)]]);
const { attrs } = await zarr.open.v3(store, { kind: "group" });
if (attrs.id !== 9007199254740992) throw new Error(`no longer shows: ${attrs.id}`);
console.log(`the attribute 9007199254740993 is read as ${attrs.id}`);
