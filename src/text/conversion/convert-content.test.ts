import { describe, expect, it } from 'vitest';
import { toPlainText } from './convert-content.js';

describe('toPlainText', () => {
  it('changes nothing in plain text, line ends included', () => {
    const text = ' a\r\nb\rc\n\n\n<b>&amp; *d* ';
    expect(toPlainText(text, 'plaintext')).toBe(text);
  });

  it('reads HTML and Markdown', () => {
    expect(toPlainText('<p>a <b>b</b>', 'html')).toBe('a b');
    expect(toPlainText('a **b**', 'markdown')).toBe('a b');
  });
});
