import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../domain/errors/error.js';
import { findJsonError, parseJson } from './parse-json.js';

const parse = (text: string) => parseJson(Buffer.from(text));

function messageOf(bytes: Buffer): string {
  try {
    parseJson(bytes);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'json_malformed' && error.status === 400) return error.message;
  }
  return 'no error';
}

describe('parseJson', () => {
  it('says where a text stops being JSON', () => {
    expect(messageOf(Buffer.from('{"a": 1,\n "b" 2}'))).toBe(
      'Invalid JSON at position 14 (line 2, column 6): expected a colon, found "2".',
    );
    expect(messageOf(Buffer.from('{"a": [1'))).toContain(
      'position 8 (column 9): expected a comma or ], found the end of the text',
    );
    expect(messageOf(Buffer.from('{} x'))).toContain('expected the end of the text');
  });

  it('refuses what is not UTF-8', () => {
    expect(messageOf(Buffer.from([0x22, 0xff, 0x22]))).toBe('The JSON is not valid UTF-8.');
  });

  it('makes lone surrogates well-formed and leaves pairs and escaped backslashes alone', () => {
    expect(parse('["\\ud800", "\\ud83d\\ude00", "\\\\ud800", "\\udc00\\ud800x"]')).toEqual([
      '\ufffd',
      '😀',
      '\\ud800',
      '\ufffd\ufffdx',
    ]);
    expect(parse('{"\\uD800": 1}')).toEqual({ '\ufffd': 1 });
  });

  it('takes a byte order mark', () => {
    expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  it('sends away what would keep the parser busy for long', () => {
    expect(messageOf(Buffer.from('['.repeat(500_000)))).toBe('The JSON is nested more than 512 levels deep.');
    expect(messageOf(Buffer.from(`[${'1,'.repeat(200_000)}1]`))).toBe('The JSON contains more than 100000 values.');
    const keys = Array.from({ length: 20_000 }, (_, i) => `"k${i}":1`);
    expect(messageOf(Buffer.from(`{${keys}}`))).toBe('The JSON contains more than 10000 keys.');
  });

  it('does not take brackets and commas inside strings for structure', () => {
    const text = `${'[,{'.repeat(200_000)}\\"`;
    expect(parse(JSON.stringify([text]))).toEqual([text]);
  });

  it('follows nesting with a stack of its own', () => {
    expect(findJsonError('['.repeat(500_000)).offset).toBe(500_000);
  });

  it('finds no mistake before the end of any JSON text', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(findJsonError(text)).toEqual({ offset: text.length, expected: 'the end of the text' });
      }),
    );
  });

  it('never accepts more of a broken text than the runtime does', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (text, at, noise) => {
        const broken = text.slice(0, at % text.length) + noise + text.slice((at % text.length) + 1);
        const { offset, expected } = findJsonError(broken);
        const complete = offset === broken.length && expected === 'the end of the text';
        expect(complete).toBe(isJson(broken));
      }),
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
