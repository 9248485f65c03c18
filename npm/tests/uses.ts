// What the types let a user do, and what they do not: each line after `@ts-expect-error` must not compile.

import { bytes, elements, fact, facts, path, version } from "zarr-conform-vectors";
import type { ArrayFact, ChunkFact, Fact, GridFact, HierarchyFact, MetadataFact, RepresentationFact } from "zarr-conform-vectors";

for (const it of facts("transpose/*", { kind: "chunk", level: "must" })) {
  const digits: string = it.encoded;
  const read: Uint8Array = bytes(digits);
  const shape: readonly (number | bigint)[] = it.shape;
  // @ts-expect-error: a chunk has no places
  it.places;
  // @ts-expect-error: nor a zarr.json
  it.zarr_json;
  // @ts-expect-error: what must hold has no outcomes
  it.outcomes[0];
  // @ts-expect-error: nothing can be changed
  it.encoded = digits;
  // @ts-expect-error: a length may be a bigint
  const lengths: number[] = [...shape];
  console.log(read, lengths);
}

for (const it of facts("*", { kind: "bad_chunk", level: "open" })) {
  const [first] = it.outcomes;
  if (first !== undefined && "elements" in first) console.log(first.reading, first.elements);
  // @ts-expect-error: what is open has no twin
  it.twin;
}

for (const it of facts("*", { kind: "grid", level: "must" })) {
  // As README.md says.
  if (it.refused !== undefined) console.log(it.refused, it.twin);
  else console.log(it.grid_shape);
}

function kinds(it: Fact): unknown {
  // @ts-expect-error: not every kind has elements
  it.elements;
  switch (it.kind) {
    case "chunk":
      return it satisfies ChunkFact;
    case "representation":
      if (it.outcomes !== undefined) return it.open;
      if (it.refused !== undefined) return fact(it.twin);
      return it.representations.map(({ bytes, shape }) => shape ?? bytes);
    case "bad_chunk":
      return it.encoded;
    case "grid":
      return "grid_shape" in it ? (it satisfies GridFact).grid_shape.map(BigInt) : it.array_shape;
    case "metadata":
      if (it.zarr_json !== undefined) return (it satisfies MetadataFact).zarr_json;
      return bytes(it.zarr_json_bytes);
    case "array":
      return (it satisfies ArrayFact).store;
    case "hierarchy":
      return (it satisfies HierarchyFact).documents[it.path];
    default:
      // No kind is left.
      return it satisfies never;
  }
}

const longs: BigInt64Array = elements("0100000000000000", "int64");
const raw: Uint8Array = elements("0102", "r16");
// @ts-expect-error: the elements of int64 are bigints
const numbers: Float64Array = elements("0100000000000000", "int64");
// @ts-expect-error: no data type
elements("00", "strings");
// @ts-expect-error: no kind
facts("*", { kind: "chunks" });
// @ts-expect-error: no edition
facts("*", { edition: "3.2" });
// @ts-expect-error: no option
facts("*", { levels: "must" });

const representations: RepresentationFact[] = facts("*", { kind: "representation", edition: "all" });
const text: string = path(representations[0]!.file) + version();
console.log(kinds(fact("a/b/c")), longs, raw, numbers, text);
