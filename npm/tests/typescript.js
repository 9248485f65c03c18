// Writes all facts as TypeScript, each as a literal of the type Fact: a member that the types do not know, or
// one that they know and a fact lacks, does not compile.

import { facts } from "zarr-conform-vectors";

function literal(value) {
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(literal).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, it]) => `${JSON.stringify(name)}:${literal(it)}`);
  return `{${members.join(",")}}`;
}

console.log('import type { Fact } from "zarr-conform-vectors";\ndeclare function fact(it: Fact): void;');
for (const fact of facts("*", { edition: "all" })) console.log(`fact(${literal(fact)});`);
