import { describe, expect, it } from 'vitest';
import { decodePieces, decodeText, encodingOf, looksBinary } from './decode-text.js';

const GERMAN = 'Grüße aus Köln – „schön“ war’s';

describe('decodeText', () => {
  it.each([
    ['UTF-8', Buffer.from(GERMAN)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${GERMAN}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${GERMAN}`, 'utf16le')],
    ['UTF-16 in the other order', Buffer.from(`\ufeff${GERMAN}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(GERMAN, 'utf16le')],
  ])('reads %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe(GERMAN);
    expect([...decodePieces(bytes)].join('')).toBe(GERMAN);
    expect(looksBinary(bytes)).toBe(false);
  });

  it('takes what is not UTF-8 for Windows-1252, unless another encoding is declared', () => {
    expect(decodeText(Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0x84, 0x80]))).toBe('Grüße „€');
    expect(decodeText(Buffer.from([0xcf, 0xf0, 0xe8]), 'windows-1251')).toBe('При');
    expect(encodingOf(Buffer.from('x'), 'no-such-encoding')).toBe('utf-8');
  });

  it('has one kind of line end', () => {
    expect(decodeText(Buffer.from('a\r\nb\rc\nd'))).toBe('a\nb\nc\nd');
  });

  it('tells binary files', () => {
    expect(looksBinary(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).toBe(true);
    expect(looksBinary(Buffer.alloc(100, 1))).toBe(true);
    expect(looksBinary(Buffer.from('text with a tab\tand \u001b[1mcolour'))).toBe(false);
    expect(looksBinary(Buffer.alloc(0))).toBe(false);
  });
});
