// JSON with integers of any size. `JSON.parse` rounds beyond 2^53, so an integer of 16 digits or more
// becomes a bigint where a number would not be exact.

const STRING_OR_LONG_INTEGER = /("(?:[^"\\]+|\\.)*")|(?<![\d.eE+-])(-?\d{16,})(?![\d.eE])/g;

// No text in a request begins with this: U+E000 is for private use.
const MARK = "\uE000";

export function parseExactly(line) {
  const marked = line.replace(STRING_OR_LONG_INTEGER, (whole, string, integer) =>
    integer === undefined || Number.isSafeInteger(Number(integer)) ? whole : `"${MARK}${integer}"`,
  );
  return JSON.parse(marked, (_, value) =>
    typeof value === "string" && value.startsWith(MARK) ? BigInt(value.slice(1)) : value,
  );
}
