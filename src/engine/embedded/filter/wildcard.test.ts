import { describe, expect, it } from 'vitest';
import { compileWildcard } from './wildcard.js';

const matches = (pattern: string, text: string) => compileWildcard(pattern).matches(text);

describe('a wildcard', () => {
  it('lets * stand for any run of characters, none included', () => {
    expect(matches('https://*.pdf', 'https://example.org/a.pdf')).toBe(true);
    expect(matches('a*', 'a')).toBe(true);
    expect(matches('*b*b*', 'abcb')).toBe(true);
    expect(matches('*b*b*', 'abc')).toBe(false);
    expect(matches('*', '')).toBe(true);
  });

  it('lets ? stand for exactly one character, however many units encode it', () => {
    expect(matches('a?c', 'a😀c')).toBe(true);
    expect(matches('a?c', 'ac')).toBe(false);
    expect(matches('??', 'a')).toBe(false);
  });

  it('takes what follows a backslash literally', () => {
    expect(matches('100\\*', '100*')).toBe(true);
    expect(matches('100\\*', '1000')).toBe(false);
    expect(matches('a\\', 'a\\')).toBe(true);
  });

  it('compares case as it is stored', () => {
    expect(matches('A*', 'abc')).toBe(false);
  });

  it('needs time in proportion to pattern and text only', () => {
    expect(matches(`${'*a'.repeat(300)}b`, 'a'.repeat(1000))).toBe(false);
  });

  it('knows what every match begins with', () => {
    expect(compileWildcard('doc\\*-?').literalPrefix).toBe('doc*-');
    expect(compileWildcard('plain').literalPrefix).toBe('plain');
  });
});
