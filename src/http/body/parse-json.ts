import { isUtf8 } from 'node:buffer';
import { invalidRequest, type ServiceError } from '../../domain/errors/error.js';
import { type ComplexityLimits, tooComplex } from './json-complexity.js';
import { findJsonError } from './json-position.js';

/** Parses UTF-8 JSON; what is not gives a 400 that says where it stops being JSON. */
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
 * An escape of half a surrogate pair is legal JSON but no character: it could neither be stored as UTF-8 nor sent back.
 * In JSON a backslash only ever begins an escape, so going through the escapes from left to right finds each one.
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
  const found = offset >= text.length ? 'the text ends' : `there is ${character}`;
  return `This is not valid JSON: at position ${offset} (line ${line}, column ${column}) ${found} where ${expected} is expected.`;
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
