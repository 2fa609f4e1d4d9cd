import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownToText, toPlainText } from './convert-content.js';

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

describe('markdownToText', () => {
  it('keeps the words and drops the marks', () => {
    const markdown =
      '# Title\n\nSome *emphasis*, **bold** ~~gone~~ and `code()`\nin a [link](https://example.com "tip") ![chart](x.png).';
    expect(markdownToText(markdown)).toBe('Title\n\nSome emphasis, bold gone and code() in a link chart.');
  });

  it('keeps footnotes, each as a paragraph of its own', () => {
    const markdown =
      'Sales rose.[^1] Costs fell.[^note]\n\n[^1]: https://example.org/report\n[^note]: Estimated, *roughly*.\n\nEnd of [it].\n\n[it]: x.md';
    expect(markdownToText(markdown)).toBe(
      'Sales rose.[1] Costs fell.[note]\n\n[1] https://example.org/report\n\n[note] Estimated, roughly.\n\nEnd of it.',
    );
    expect(markdownToText('a[^[^1]')).toBe('a[^[1]');
    expect(markdownToText('`a[^1]`\n\n    [^1]: code')).toBe('a[^1]\n\n[^1]: code');
  });

  it('keeps the mark above a signature on a line of its own', () => {
    expect(markdownToText('See you.\n\n-- \nAda\nEngines Ltd')).toBe('See you.\n\n--\nAda Engines Ltd');
    expect(markdownToText('See you.\n\n--\n**Ada**')).toBe('See you.\n\n--\nAda');
    expect(markdownToText('A --\nb\n\n-- Oscar Wilde\nin London')).toBe('A -- b\n\n-- Oscar Wilde in London');
  });

  it('keeps lists, quotes, tables and code readable', () => {
    const markdown = [
      '- one\n- two\n  1. three\n  2. four\n',
      '> quoted\n',
      '| Name | Age |\n|------|----:|\n| Ann  | 41 |\n',
      '```js\nif (a < b) {\n\n  c();\n}\n```\n',
      'end',
    ].join('\n');
    expect(markdownToText(markdown)).toBe(
      '- one\n- two\n  1. three\n  2. four\n\nquoted\n\nName || Age\nAnn | 41\n\nif (a < b) {\n\n  c();\n}\n\nend',
    );
  });

  it('reads HTML inside, without what is not for reading', () => {
    expect(markdownToText('a <b>b</b> &amp; c\n\n<script>no()</script>\n\n<div>\n\n*d*\n\n</div>')).toBe(
      'a b & c\n\nd',
    );
  });

  it('drops front matter', () => {
    expect(markdownToText('---\ntitle: x\ntags: [a]\n---\n\n# Text')).toBe('Text');
    expect(markdownToText('---\r\ntitle: x\r\n---\r\nText')).toBe('Text');
  });

  it('keeps what only looks like front matter', () => {
    expect(markdownToText('---\n\nBetween rules\n\n---\n\nText')).toBe('Between rules\n\nText');
    expect(markdownToText('---\ntitle: x\nno end')).toBe('title: x no end');
  });

  it.each(['[', '![', '*', '`', '>', '<', '- ', '|a', '[a][', '*a_ ', '<!--', '\\', '[a](', '[^'])(
    'reads 100 KB of %j',
    (piece) => {
      expect(() => markdownToText(piece.repeat(102_400 / piece.length))).not.toThrow();
    },
  );

  it('never throws', () => {
    const piece = fc.constantFrom(
      '*',
      '_',
      '[',
      '](',
      ')',
      '`',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '1. ',
      '|',
      '---',
      '<b>',
      '<',
      'a ',
      '&amp;',
      '\t',
      '#',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 60 }), (pieces) => {
        expect(typeof markdownToText(pieces.join(''))).toBe('string');
      }),
    );
  });
});
