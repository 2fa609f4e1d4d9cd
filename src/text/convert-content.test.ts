import { describe, expect, it } from 'vitest';
import { toPlainText } from './convert-content.js';

describe('toPlainText', () => {
  it('changes nothing but line ends in plain text', () => {
    expect(toPlainText(' a\r\nb\rc\n\n\n<b>&amp; *d* ', 'plaintext')).toBe(' a\nb\nc\n\n\n<b>&amp; *d* ');
  });

  it('reads HTML and Markdown', () => {
    expect(toPlainText('<p>a <b>b</b>', 'html')).toBe('a b');
    expect(toPlainText('a **b**', 'markdown')).toBe('a b');
  });
});
