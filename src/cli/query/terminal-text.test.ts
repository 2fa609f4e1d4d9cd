import { describe, expect, it } from 'vitest';
import {
  clipText,
  displayWidth,
  MATCH_BEGINS,
  MATCH_ENDS,
  oneLine,
  plainText,
  styleFor,
  WrappedText,
  writeParagraph,
} from './terminal-text.js';

class FakeScreen {
  text = '';
  write(text: string): void {
    this.text += text;
  }
}

function wrapped(parts: string[], width: number, bold = false): string {
  const screen = new FakeScreen();
  const text = new WrappedText(screen, { width, bold });
  for (const part of parts) text.write(part);
  text.end();
  return screen.text;
}

describe('the width of a text', () => {
  it.each([
    ['tides', 5],
    ['café', 4],
    ['cafe\u0301', 4],
    ['潮汐', 4],
    ['ｱｲｳ', 3],
    ['שלום', 4],
    ['👨‍👩‍👧', 2],
    ['❤️', 2],
    [`${MATCH_BEGINS}a${MATCH_ENDS}`, 1],
  ])('%j takes %i columns', (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });
});

describe('wrapped text', () => {
  it('breaks at spaces, wherever its parts are cut', () => {
    const whole = 'The Moon pulls the oceans towards it.';
    const expected = 'The Moon\npulls the\noceans\ntowards\nit.\n';
    expect(wrapped([whole], 10)).toBe(expected);
    expect(wrapped([...whole], 10)).toBe(expected);
  });

  it('breaks words that are longer than a line between characters as readers see them', () => {
    expect(wrapped(['a👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧'], 4)).toBe('a👨‍👩‍👧\n👨‍👩‍👧👨‍👩‍👧\n');
  });

  it('breaks text without spaces anywhere but before a full stop', () => {
    expect(wrapped(['潮の満ち干。'], 10)).toBe('潮の満ち\n干。\n');
  });

  it('keeps right-to-left text in its order', () => {
    expect(wrapped(['גאות ושפל בים'], 9)).toBe('גאות ושפל\nבים\n');
  });

  it('keeps paragraphs', () => {
    expect(wrapped(['One.\n\n\n', 'Two.\nThree.'], 80)).toBe('One.\n\nTwo.\nThree.\n');
  });

  it('is one line where nobody gives a width', () => {
    const long = 'word '.repeat(100).trim();
    expect(wrapped([long], Number.POSITIVE_INFINITY)).toBe(`${long}\n`);
  });

  it('shows matches in bold, or not at all', () => {
    const text = `the ${MATCH_BEGINS}tides${MATCH_ENDS}`;
    expect(wrapped([text], 80, true)).toBe('the \u001b[1mtides\u001b[22m\n');
    expect(wrapped([text], 80, false)).toBe('the tides\n');
  });

  it('indents further lines of a paragraph', () => {
    const screen = new FakeScreen();
    writeParagraph(screen, { width: 12, bold: false }, { first: '1. ', text: 'How tides work' });
    expect(screen.text).toBe('1. How tides\n   work\n');
  });
});

describe('text of documents', () => {
  it('cannot manipulate the terminal', () => {
    expect(plainText('a\u001b[31mb\u0007c\u202ed\r\n')).toBe('a[31mbcd\n');
    expect(oneLine(' a\n\tb ')).toBe('a b');
  });

  it('is clipped between words, and never inside a character', () => {
    expect(clipText('The Moon pulls', 10)).toBe('The Moon …');
    expect(clipText('aaaa👍', 5)).toBe('aaaa …');
    expect(clipText('short', 10)).toBe('short');
  });
});

describe('the style', () => {
  const terminal = (output: object, environment = {}) =>
    styleFor({ environment, output, errors: output } as Parameters<typeof styleFor>[0]);

  it('depends on the terminal and on NO_COLOR', () => {
    expect(terminal({})).toEqual({ width: Number.POSITIVE_INFINITY, bold: false });
    expect(terminal({ isTTY: true, columns: 100 })).toEqual({ width: 100, bold: true });
    // Some pseudo-terminals do not know.
    expect(terminal({ isTTY: true, columns: 0 })).toEqual({ width: 80, bold: true });
    expect(terminal({ isTTY: true, columns: 100 }, { NO_COLOR: '1' })).toEqual({ width: 100, bold: false });
    expect(terminal({ isTTY: true, columns: 3 }, { NO_COLOR: '' })).toEqual({ width: 20, bold: true });
  });
});
