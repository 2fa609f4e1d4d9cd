import { isUtf8 } from 'node:buffer';
import { invalidRequest, type ServiceError } from '../../domain/errors/error.js';

/** Parses UTF-8 JSON. The error for anything else says where it stops being JSON. */
export function parseJson(bytes: Buffer, limits?: ComplexityLimits): unknown {
  if (!isUtf8(bytes)) throw malformed('The JSON is not valid UTF-8.');
  const objection = tooComplex(bytes, limits);
  if (objection !== null) throw malformed(objection);
  const text = withoutByteOrderMark(bytes.toString('utf8'));
  try {
    return JSON.parse(replaceLoneSurrogates(text));
  } catch {
    throw malformed(describeMistake(text));
  }
}

export function malformed(message: string): ServiceError {
  return invalidRequest([{ param: null, code: 'json_malformed', message }]);
}

function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/**
 * An unpaired surrogate escape is legal JSON but has no UTF-8 form, so it could not be stored. In JSON a backslash always
 * begins an escape, so one pass over the escapes from left to right finds each of them.
 */
function replaceLoneSurrogates(text: string): string {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return text;
  const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|.)/gs;
  return text.replace(escapes, (found) => (found.length === 6 ? '\\ufffd' : found));
}

function describeMistake(text: string): string {
  const { offset, expected } = findJsonError(text);
  const { line, column } = lineAndColumn(text, offset);
  const character = JSON.stringify(String.fromCodePoint(text.codePointAt(offset) ?? 0));
  const found = offset >= text.length ? 'the end of the text' : character;
  // A text of one line may itself be a line of an import, which has another number there.
  const place = text.includes('\n') ? `line ${line}, column ${column}` : `column ${column}`;
  return `Invalid JSON at position ${offset} (${place}): expected ${expected}, found ${found}.`;
}

function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', lineStart)) {
    line++;
    lineStart = end + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

const WHITESPACE = /[ \t\n\r]*/y;
// Runs of plain characters and escapes alternate without overlap, so matching is linear.
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings, so they must be named.
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or ]' | ', or }' | 'end';

/**
 * Where a text stops being JSON, as an offset, and what should have stood there. The runtime's own message names no
 * place for many mistakes. It keeps its own stack, since a hostile text may be nested half a million deep.
 */
export function findJsonError(text: string): { offset: number; expected: string } {
  const open: ('[' | '{')[] = [];
  let offset = 0;
  let expected: Expected = 'value';
  for (;;) {
    offset = skip(WHITESPACE, text, offset) ?? offset;
    if (offset >= text.length || expected === 'end') return { offset, expected: EXPECTED[expected] };
    const next = step(text, { offset, expected, open });
    if (next === null) return { offset, expected: EXPECTED[expected] };
    ({ offset, expected } = next);
  }
}

interface State {
  offset: number;
  expected: Expected;
  open: ('[' | '{')[];
}

function step(text: string, { offset, expected, open }: State): { offset: number; expected: Expected } | null {
  const character = text[offset];
  if (expected === ':') return character === ':' ? { offset: offset + 1, expected: 'value' } : null;
  const closes = (character === ']' && expected.endsWith(']')) || (character === '}' && expected.endsWith('}'));
  if (closes) {
    open.pop();
    return { offset: offset + 1, expected: afterValue(open) };
  }
  if (expected.startsWith(',')) {
    return character === ',' ? { offset: offset + 1, expected: open.at(-1) === '{' ? 'name' : 'value' } : null;
  }
  if (expected.startsWith('name')) {
    const end = skip(STRING, text, offset);
    return end === null ? null : { offset: end, expected: ':' };
  }
  if (character === '[' || character === '{') {
    open.push(character);
    return { offset: offset + 1, expected: character === '[' ? 'value or ]' : 'name or }' };
  }
  const end = skip(STRING, text, offset) ?? skip(SCALAR, text, offset);
  return end === null ? null : { offset: end, expected: afterValue(open) };
}

function afterValue(open: readonly ('[' | '{')[]): Expected {
  if (open.length === 0) return 'end';
  return open.at(-1) === '{' ? ', or }' : ', or ]';
}

function skip(pattern: RegExp, text: string, offset: number): number | null {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : null;
}

const EXPECTED: Record<Expected, string> = {
  value: 'a value',
  'value or ]': 'a value or ]',
  name: 'a name in double quotes',
  'name or }': 'a name in double quotes or }',
  ':': 'a colon',
  ', or ]': 'a comma or ]',
  ', or }': 'a comma or }',
  end: 'the end of the text',
};

/** Far more than a valid request needs: metadata has at most 100 keys, a filter 256 clauses. */
const DEEPEST = 512;
const REQUEST_LIMITS: ComplexityLimits = { values: 100_000, members: 10_000 };
/** Shorter texts are parsed quickly, whatever they contain. */
const SHORT_BYTES = 16 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** How much a JSON text may contain; members are the keys of its objects. */
export interface ComplexityLimits {
  values: number;
  members: number;
}

/**
 * Why a text is too complex to parse, or null. JSON.parse blocks the event loop for 150 ms on a megabyte of brackets and
 * for 50 ms on a megabyte of different keys, but for 1 ms on a megabyte of text. Counting first takes 2 ms.
 */
function tooComplex(json: Buffer, limits = REQUEST_LIMITS): string | null {
  if (json.length <= SHORT_BYTES) return null;
  let depth = 0;
  let values = 0;
  let members = 0;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (byte === QUOTE) i = endOfString(json, i);
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      values++;
      if (++depth > DEEPEST) return `The JSON is nested more than ${DEEPEST} levels deep.`;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth--;
    else if (byte === COLON && ++members > limits.members) return `The JSON contains more than ${limits.members} keys.`;
    else if (byte === COMMA && ++values > limits.values) return `The JSON contains more than ${limits.values} values.`;
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
