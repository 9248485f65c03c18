import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { mock, test } from "node:test";
import { bytes, elements, fact, facts, path, version } from "zarr-conform-vectors";

const all = facts("*", { edition: "all" });
const manifest = JSON.parse(readFileSync(path("manifest.json"), "utf8"));

test("the version is that of the vectors and of the package", () => {
  const own = createRequire(import.meta.url)("zarr-conform-vectors/package.json");
  assert.equal(version(), process.env.VERSION);
  assert.equal(own.version, version());
});

/** What JSON.parse gives, which rounds integers beyond 2^53. */
function rounded(value) {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(rounded);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, rounded(it)]));
}

test("every fact of the manifest is there, and says what it says there", () => {
  assert.deepEqual(all.map((it) => it.id), Object.keys(manifest.facts));
  for (const { id, ...fact } of all) assert.deepEqual(rounded(fact), manifest.facts[id], id);
});

/** All values in a value. */
function* within(value) {
  yield value;
  if (value !== null && typeof value === "object") {
    for (const it of Object.values(value)) yield* within(it);
  }
}

test("integers are exact, as numbers or as bigints", () => {
  let bigints = 0;
  for (const value of within(all)) {
    if (typeof value === "bigint") {
      assert.ok(!Number.isSafeInteger(Number(value)), `${value}`);
      bigints += 1;
    }
    assert.ok(typeof value !== "string" || !value.includes("\uE000"));
  }
  assert.ok(bigints > 100, `${bigints}`);
  assert.deepEqual(fact("regular-grid/beyond-2-53/2-53-and-one").array_shape, [2n ** 53n + 1n]);
});

test("all is frozen", () => {
  for (const fact of all) for (const value of within(fact)) assert.ok(Object.isFrozen(value), fact.id);
  assert.throws(() => (fact(all[0].id).comment = ""), TypeError);
});

for (const [glob, id, is] of [
  ["transpose/*", "transpose/ranks/leading-one", true],
  ["transpose/ranks/leading-one", "transpose/ranks/leading-one", true],
  ["*leading-one", "transpose/ranks/leading-one", true],
  ["transpose/{orders,ranks}/l*", "transpose/ranks/leading-one", true],
  ["transpose/rank?/*", "transpose/ranks/leading-one", true],
  ["transpose/ranks", "transpose/ranks/leading-one", false],
  ["ranks/*", "transpose/ranks/leading-one", false],
  ["transpose/{orders,chains}/*", "transpose/ranks/leading-one", false],
  ["transpose/?anks/leading-?n", "transpose/ranks/leading-one", false],
]) {
  test(`${glob} ${is ? "matches" : "does not match"} ${id}`, () => {
    let found = [];
    try {
      found = facts(glob);
    } catch (error) {
      assert.match(error.message, /no fact/);
    }
    assert.equal(
      found.some((it) => it.id === id),
      is,
    );
  });
}

for (const glob of ["transpose/[ab]*", "a.b", "{a", "a}", "{a,{b,c}}", "transpose/**", "A", "\\a"]) {
  test(`${glob} is not a glob`, () => {
    assert.throws(() => facts(glob), new RegExp("found the glob .*, expected "));
  });
}

test("kind, level and edition narrow", () => {
  for (const kind of ["chunk", "representation", "bad_chunk", "grid", "metadata", "array", "hierarchy"]) {
    const expected = all.filter((it) => it.kind === kind && it.level === "must" && it.editions.includes("3.0"));
    assert.deepEqual(facts("*", { kind, level: "must", edition: "3.0" }), expected);
  }
});

test("without an edition they are the facts of the newest", () => {
  const newest = [...new Set(all.flatMap((it) => it.editions))].filter((it) => it !== "draft").sort().at(-1);
  assert.deepEqual(facts(), facts("*", { edition: newest }));
  assert.notEqual(facts().length, all.length);
});

test("no fact at all is an error", () => {
  assert.throws(() => facts("transposs/*"), /found no fact for the glob "transposs\/\*"/);
  assert.throws(() => facts("transpose/*", { kind: "grid" }), /"kind":"grid"/);
  assert.throws(() => fact("a/b/c"), /found no fact with the id "a\/b\/c"/);
});

test("twins are there", () => {
  for (const { twin } of all.filter((it) => it.twin)) assert.equal(fact(twin).refused, undefined);
});

test("bytes are read from digits", () => {
  assert.deepEqual(bytes("0001feff"), Uint8Array.of(0, 1, 254, 255));
  assert.equal(bytes("00").buffer.byteLength, 1);
  for (const digits of ["0", "0g", "FF", " 00", "00\n", undefined]) {
    assert.throws(() => bytes(digits), /expected pairs of lower-case hexadecimal digits/);
  }
});

const cases = [
  ["bool", "0001", Uint8Array.of(0, 1)],
  ["int8", "feff", Int8Array.of(-2, -1)],
  ["uint8", "feff", Uint8Array.of(254, 255)],
  ["int16", "0201feff", Int16Array.of(258, -2)],
  ["uint16", "0201feff", Uint16Array.of(258, 65534)],
  ["int32", "04030201", Int32Array.of(0x01020304)],
  ["uint32", "040302f1", Uint32Array.of(0xf1020304)],
  ["int64", "0807060504030281", BigInt64Array.of(-0x7efdfcfbfaf9f8f8n)],
  ["uint64", "0807060504030281", BigUint64Array.of(0x8102030405060708n)],
  ["float16", "003c", Uint16Array.of(0x3c00)],
  ["bfloat16", "c03f", Uint16Array.of(0x3fc0)],
  ["int4", "0f07", Uint8Array.of(15, 7)],
  ["float8_e4m3fnuz", "80", Uint8Array.of(0x80)],
  ["complex_float6_e2m3fn", "013f", Uint8Array.of(1, 0x3f)],
  ["complex_float16", "003c0040", Uint16Array.of(0x3c00, 0x4000)],
  ["complex_bfloat16", "803f0040", Uint16Array.of(0x3f80, 0x4000)],
  ["complex_float32", "0000803f00000040", Float32Array.of(1, 2)],
  ["complex_float64", "000000000000f03f0000000000000040", Float64Array.of(1, 2)],
  [
    { name: "numpy.datetime64", configuration: { unit: "s", scale_factor: 1 } },
    "0000000000000080feffffffffffffff",
    BigInt64Array.of(-(2n ** 63n), -2n),
  ],
  [
    { name: "fixed_length_utf32", configuration: { length_bytes: 8 } },
    "6100000000000000" + "00f6010062000000",
    Uint32Array.of(0x61, 0, 0x1f600, 0x62),
  ],
  ["float32", "0000c03f00000080", Float32Array.of(1.5, -0)],
  ["float64", "000000000000f83f", Float64Array.of(1.5)],
  ["complex64", "0000803f00000040", Float32Array.of(1, 2)],
  ["complex128", "000000000000f03f0000000000000040", Float64Array.of(1, 2)],
  ["r24", "010203", Uint8Array.of(1, 2, 3)],
  ["int64", "", BigInt64Array.of()],
];

for (const [dataType, digits, expected] of cases) {
  test(`elements of ${dataType.name ?? dataType} from ${digits}`, () => {
    assert.deepEqual(elements(digits, dataType), expected);
  });
}

test("elements of different numbers of bytes are a list", () => {
  assert.deepEqual(elements(["61", "", "c3a9"], "string"), [Uint8Array.of(0x61), Uint8Array.of(), Uint8Array.of(0xc3, 0xa9)]);
  assert.deepEqual(elements(["ff00", ""], "bytes"), [Uint8Array.of(0xff, 0), Uint8Array.of()]);
  assert.throws(() => elements("61", "string"), /expected a list/);
  assert.throws(() => elements(["61"], "int8"), /expected pairs/);
});

test("a NaN keeps its payload", () => {
  assert.deepEqual(new Uint8Array(elements("0100a07f", "float32").buffer), Uint8Array.of(1, 0, 0xa0, 0x7f));
});

// As a big-endian machine holds them: each number of the buffer the other way round.
test("on a big-endian machine numbers are turned round", (context) => {
  context.after(() => {
    mock.restoreAll();
    syncBuiltinESMExports();
  });
  mock.method(os, "endianness", () => "BE");
  syncBuiltinESMExports();
  const turned = (digits, dataType) => Buffer.from(elements(digits, dataType).buffer).toString("hex");
  assert.equal(turned("0102", "int8"), "0102");
  assert.equal(turned("01020304", "float16"), "02010403");
  assert.equal(turned("0102030405060708", "complex64"), "0403020108070605");
  assert.equal(turned("0102030405060708", "uint64"), "0807060504030201");
  assert.equal(turned("0102", "r16"), "0102");
});

test("elements of no data type, and cut ones, are errors", () => {
  for (const name of ["strings", "r0", "r", "toString", "numpy.datetime64", { name: "int8" }, null, undefined]) {
    assert.throws(() => elements("00", name), /not a data type/);
  }
  assert.throws(() => elements("000102", "int16"), /found 3 bytes, expected a multiple of the 2 of int16/);
});

test("elements of all facts are as the files of the archive have them", () => {
  const arrays = all.filter((it) => it.bin);
  assert.ok(arrays.length > 100);
  for (const it of arrays) {
    const found = new Uint8Array(elements(it.elements, it.data_type).buffer);
    assert.deepEqual(Buffer.from(found), readFileSync(path(it.bin)), it.id);
    assert.ok(JSON.parse(readFileSync(path(`${it.store}/zarr.json`), "utf8")), it.id);
  }
});
