/** Far beyond what any request can use: metadata has 100 keys, a filter 256 clauses. */
const DEEPEST = 512;
const REQUEST_LIMITS: ComplexityLimits = { values: 100_000, members: 10_000 };
/** What is shorter can't keep the parser for long, whatever it holds. */
const SHORT_BYTES = 16 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** How much a text of JSON may hold; members are the keys of its objects. */
export interface ComplexityLimits {
  values: number;
  members: number;
}

/**
 * Why a text is not worth parsing, or null. A megabyte of brackets keeps JSON.parse, and so every other request, for
 * 150 ms, a megabyte of different keys for 50, where a megabyte of text takes one; counting first takes two and sends
 * those away.
 */
export function tooComplex(json: Buffer, limits = REQUEST_LIMITS): string | null {
  if (json.length <= SHORT_BYTES) return null;
  let depth = 0;
  let values = 0;
  let members = 0;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (byte === QUOTE) i = endOfString(json, i);
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      values++;
      if (++depth > DEEPEST) return `The JSON is nested more than ${DEEPEST} deep.`;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth--;
    else if (byte === COLON && ++members > limits.members) return `The JSON holds more than ${limits.members} keys.`;
    else if (byte === COMMA && ++values > limits.values) return `The JSON holds more than ${limits.values} values.`;
  }
  return null;
}

function endOfString(json: Buffer, start: number): number {
  for (let i = start + 1; i < json.length; i++) {
    if (json[i] === BACKSLASH) i++;
    else if (json[i] === QUOTE) return i;
  }
  return json.length;
}
