/**
 * Facts about the Zarr v3 specification. `archive/README.md` says what to do with each kind.
 *
 * All that is handed out is frozen.
 */

/** An integer of a document: a number where it is exact, a bigint beyond 2^53 - 1. */
export type Integer = number | bigint;

/** A shape, coordinates or an index: one number for each dimension, from 0 to 2^64 - 1. */
export type Integers = readonly Integer[];

/** Bytes, each as two lower-case hexadecimal digits; `bytes` and `elements` read them. */
export type Hex = string;

/** Elements: the bytes of all, or, where elements have different numbers of bytes, those of each. */
export type HexElements = Hex | readonly Hex[];

/** A path in the archive; `path` makes it one of this machine. */
export type ArchivePath = string;

/** JSON as a document has it. The spelling of a number is lost: `5.0` is `5`. */
export type Json = null | boolean | Integer | string | readonly Json[] | { readonly [name: string]: Json };

export type Edition = "draft" | "3.0" | "3.1";
export type Kind = Fact["kind"];
/** What the specification demands, recommends, permits, or leaves open. */
export type Level = "must" | "should" | "may" | "open";

/** A data type as in metadata: one of the core, or of the registry of extensions. */
export type DataType = DataTypeName | Times | FixedLength;

/** A data type without a configuration; from `bfloat16` on, they are of the registry of extensions. */
export type DataTypeName =
  | "bool"
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | "float16"
  | "float32"
  | "float64"
  | "complex64"
  | "complex128"
  | "bfloat16"
  | SmallNumber
  | `complex_${"float16" | "float32" | "float64" | "bfloat16" | SmallFloat}`
  | "string"
  | "bytes"
  | `r${number}`;

/** Numbers of at most 8 bits, each of which takes a byte. */
export type SmallNumber = "int2" | "int4" | "uint2" | "uint4" | SmallFloat;

/** Floating point numbers of at most 8 bits. */
export type SmallFloat =
  | "float4_e2m1fn"
  | "float6_e2m3fn"
  | "float6_e3m2fn"
  | "float8_e3m4"
  | "float8_e4m3"
  | "float8_e4m3b11fnuz"
  | "float8_e4m3fnuz"
  | "float8_e5m2"
  | "float8_e5m2fnuz"
  | "float8_e8m0fnu";

/** Moments or durations of the registry of extensions: each element counts steps of so many units. */
export interface Times {
  readonly name: "numpy.datetime64" | "numpy.timedelta64";
  readonly configuration: { readonly unit: string; readonly scale_factor: Integer };
}

/** Strings of the registry of extensions of at most so many code points, a quarter of the length. */
export interface FixedLength {
  readonly name: "fixed_length_utf32";
  readonly configuration: { readonly length_bytes: Integer };
}

/** A fact. `kind` says which members it has; what must be refused has `refused`, what is open `outcomes`. */
export type Fact = ChunkFact | RepresentationFact | BadChunkFact | GridFact | MetadataFact | ArrayFact | HierarchyFact;

/** Encoding `elements` gives `encoded`, and decoding `encoded` gives `elements`. */
export type ChunkFact = Of<"chunk"> &
  Chunk & { readonly values?: readonly Json[]; readonly elements: HexElements } & (
    | (Holds & { readonly encoded: Hex; readonly free?: true })
    | Open<{ readonly encoded: Hex }>
  );

/** What each codec yields for chunks of this data type and shape. */
export type RepresentationFact = Of<"representation"> &
  Chunk &
  (
    | (Holds & { readonly representations: readonly Representation[]; readonly chunk?: Hex })
    | Refused
    | (Open<{ readonly refused?: never }> & { readonly chunk?: Hex })
  );

/** Bytes that no decoder may accept. */
export type BadChunkFact = Of<"bad_chunk"> &
  Chunk & { readonly encoded: Hex } & (Refused | Open<{ readonly elements: HexElements }>);

/** The chunks of an array, and where elements lie. */
export type GridFact = Of<"grid"> & { readonly array_shape: Integers; readonly chunk_shape: Integers } & (
    | (Holds & {
        readonly grid_shape: Integers;
        readonly places?: readonly Place[];
        readonly chunks?: readonly GridChunk[];
      })
    | Refused
    | Open<{ readonly grid_shape: Integers }>
  );

/** One `zarr.json`, to the letter: as text or, where it is not text, as bytes. */
export type MetadataFact = Of<"metadata"> &
  (
    | { readonly zarr_json: string; readonly zarr_json_bytes?: never }
    | { readonly zarr_json?: never; readonly zarr_json_bytes: Hex }
  ) &
  (
    | (Holds & { readonly means: Meaning; readonly create?: true; readonly chunk?: Hex })
    | (Refused & { readonly at_open?: true })
    | Open<{ readonly means: Meaning }>
  );

/** A whole array in a store. */
export type ArrayFact = Of<"array"> & {
  readonly store: ArchivePath;
  readonly data_type: DataType;
  readonly shape: Integers;
} & (
    | (Holds & (WithElements | WithRegions) & { readonly update?: Update; readonly create?: true })
    | Refused
    | Open<{ readonly elements: HexElements }>
  );

/** A node of a hierarchy; `documents` are the texts in the store by their keys. */
export type HierarchyFact = Of<"hierarchy"> & {
  readonly documents: { readonly [key: string]: string };
  readonly change?: { readonly op: string; readonly path: string; readonly [member: string]: Json };
  /** No sentence orders that the change succeeds: refusing it is as good. */
  readonly path: string;
  readonly through?: "/";
  readonly consolidated?: "never" | "only";
} & ((Holds & { readonly node: ZarrNode }) | Refused | Open<{ readonly node: ZarrNode }>);

/** What is at a path: its children by their names, its elements, and, of the root, all nodes by their paths. */
export interface ZarrNode {
  readonly node_type: "group" | "array";
  readonly attributes: { readonly [name: string]: Json };
  readonly children?: { readonly [name: string]: "group" | "array" };
  readonly nodes?: { readonly [path: string]: "group" | "array" };
  readonly array?: { readonly data_type: DataType; readonly shape: Integers; readonly elements: HexElements };
}

interface Of<K extends string> {
  readonly id: string;
  readonly kind: K;
  /** What an implementation that fails this does; at level `open`, what the text leaves open. */
  readonly comment: string;
  /** Ids of entries of `requirements.json`. */
  readonly requirements: readonly string[];
  /** The editions of the specification in which it holds. */
  readonly editions: readonly Edition[];
  readonly file: ArchivePath;
  /** SHA-256 of what the fact states. */
  readonly content: Hex;
}

interface Holds {
  readonly level: "must" | "should" | "may";
  readonly refused?: never;
  readonly outcomes?: never;
}

interface Refused {
  readonly level: "must" | "should" | "may";
  /** Why the input must be refused. */
  readonly refused: string;
  /** The id of a valid fact that differs in nothing but the mistake. */
  readonly twin: string;
  /** What the refusal rests on, where no sentence orders failure. */
  readonly premise?: string;
  /** Only those who create, write or encode must refuse; a reader may take it as its twin is taken. */
  readonly binds?: "writer";
  readonly outcomes?: never;
}

interface Open<Outcome> {
  readonly level: "open";
  /** The entry of the registry of requirements that asks the question. */
  readonly open: string;
  /** What each reading gives. None of them fails. */
  readonly outcomes: readonly ({ readonly reading: string } & (Outcome | { readonly refused: true }))[];
  readonly refused?: never;
}

interface Chunk {
  readonly data_type: DataType;
  readonly shape: Integers;
  /** A codec list as in array metadata, perhaps a wrong one. */
  readonly codecs: readonly Json[];
}

/** An array, or a byte string: of a length, or of one that depends on the elements or the writer. */
export type Representation =
  | { readonly data_type: DataType; readonly shape: Integers; readonly bytes?: never }
  | { readonly bytes?: Integer; readonly data_type?: never; readonly shape?: never };

export interface Place {
  readonly coordinates: Integers;
  readonly chunk: Integers;
  readonly within: Integers;
}

export interface GridChunk {
  readonly index: Integers;
  readonly origin: Integers;
  readonly keys: readonly { readonly chunk_key_encoding: Json; readonly key: string }[];
}

export interface Meaning {
  readonly data_type: DataType;
  readonly shape: Integers;
  /** One element. */
  readonly fill_value: Hex;
}

interface WithElements {
  readonly elements: HexElements;
  /** The same elements as a file, raw; where each has the same number of bytes. */
  readonly bin?: ArchivePath;
  /** The same elements as a `.npy` file; where each has the same number of bytes. */
  readonly npy?: ArchivePath;
  readonly regions?: readonly Region[];
  readonly written?: readonly StoredChunk[];
}

/** An array that is too large to list. */
interface WithRegions {
  readonly elements?: never;
  readonly regions: readonly Region[];
}

export interface Region {
  readonly start: Integers;
  readonly shape: Integers;
  readonly elements: HexElements;
}

/** Regions written over the store, and the chunks after the last of them. */
export interface Update {
  readonly region: Region;
  /** Regions written after it, one after the other. */
  readonly then?: readonly Region[];
  readonly written: readonly StoredChunk[];
}

/** A chunk after writing: `elements` in place of `encoded` where the writer chooses among encodings. */
export type StoredChunk = {
  readonly key: string;
  /** Offset and length of runs of bytes that may be any; of runs of elements, where `elements` is a list. */
  readonly unused?: readonly (readonly [Integer, Integer])[];
  readonly may_be_absent?: true;
} & (
  | { readonly encoded: Hex; readonly elements?: never }
  | { readonly encoded?: never; readonly elements: HexElements }
);

/** The version of the vectors, which is that of this package. */
export function version(): string;

export interface Selection<K extends Kind = Kind, L extends Level = Level> {
  readonly kind?: K;
  readonly level?: L;
  /** The edition whose facts they are; `"3.1"` where none is given. */
  readonly edition?: Edition | "all";
}

/**
 * The facts whose id a glob matches: `*` is any characters, `/` too, `?` one, `{a,b}` one of several.
 *
 * @throws where there are none: a test of no facts would pass.
 */
export function facts<K extends Kind = Kind, L extends Level = Level>(
  glob?: string,
  selection?: Selection<K, L>,
): (Fact & { readonly kind: K; readonly level: L })[];

/**
 * The fact with an id, of whatever edition, such as the `twin` of another.
 *
 * @throws where there is none.
 */
export function fact(id: string): Fact;

/** Bytes from hexadecimal digits. */
export function bytes(digits: Hex): Uint8Array;

/** The bits of each number, the lowest of its byte; of a complex number, real and imaginary component by turns. */
type SmallArrays = { [D in SmallNumber | `complex_${SmallFloat}`]: Uint8Array };

/** The array of each data type but `r*`, which has the bytes, and `string`, of which each element has. */
export interface TypedArrays extends SmallArrays {
  /** 0 or 1 */
  bool: Uint8Array;
  int8: Int8Array;
  int16: Int16Array;
  int32: Int32Array;
  int64: BigInt64Array;
  uint8: Uint8Array;
  uint16: Uint16Array;
  uint32: Uint32Array;
  uint64: BigUint64Array;
  /** The bits. Where there is a Float16Array, `new Float16Array(it.buffer)` has the numbers. */
  float16: Uint16Array;
  float32: Float32Array;
  float64: Float64Array;
  /** Real and imaginary component by turns. */
  complex64: Float32Array;
  /** Real and imaginary component by turns. */
  complex128: Float64Array;
  /** The bits. */
  bfloat16: Uint16Array;
  /** The bits, real and imaginary component by turns. */
  complex_float16: Uint16Array;
  /** The bits, real and imaginary component by turns. */
  complex_bfloat16: Uint16Array;
  /** Real and imaginary component by turns. */
  complex_float32: Float32Array;
  /** Real and imaginary component by turns. */
  complex_float64: Float64Array;
}

type ElementsOf<D> = D extends Times
  ? BigInt64Array
  : D extends FixedLength
  ? Uint32Array
  : D extends keyof TypedArrays
    ? TypedArrays[D]
    : D extends "string" | "bytes"
      ? Uint8Array[]
      : Uint8Array;

/**
 * Elements from hexadecimal digits, in C order, with a buffer of their own.
 *
 * Compare bits, which JavaScript hides of NaNs: those of two arrays, `new Uint8Array(it.buffer)`.
 */
export function elements<D extends DataType>(
  digits: HexElements,
  dataType: D,
): ElementsOf<D>;

/** The path on this machine of a file or store of the archive. */
export function path(inArchive: ArchivePath): string;
