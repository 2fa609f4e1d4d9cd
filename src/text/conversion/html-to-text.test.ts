import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToText } from './html-to-text.js';

describe('htmlToText', () => {
  it('parts paragraphs and headings by a blank line', () => {
    expect(htmlToText('<h1>Title</h1>\n<p>One\n  two.</p><p>Three.</p>')).toBe('Title\n\nOne two.\n\nThree.');
  });

  it('puts divisions on lines of their own, and leaves inline elements in the line', () => {
    expect(htmlToText('<div>a</div><div>b<b>c</b> <i>d</i>e</div>')).toBe('a\nbc de');
  });

  it('drops what is not for reading', () => {
    const page = `<!doctype html><html><head><title>T</title><style>p{color:red}</style><meta name="x" content="y"></head>
      <body><!-- no --><script>if (a < b) document.write("<p>no</p>")</script><template><p>no</p></template>
      <noscript>no</noscript><svg><text>no</text></svg><div hidden>no<p>no</p></div><p style="display: none">no</p>
      <p>yes<img hidden alt="no"></p></body></html>`;
    expect(htmlToText(page)).toBe('yes');
  });

  it('reads a page whose head is never closed', () => {
    expect(htmlToText('<html><head><title>T</title><body><p>text')).toBe('text');
  });

  it('decodes entities, and takes a no-break space for a space', () => {
    expect(htmlToText('<p>a&nbsp;&amp;&nbsp;b &lt;tag&gt; &#x1F600; &eacute; &bogus;')).toBe(
      'a & b <tag> 😀 é &bogus;',
    );
  });

  it('marks list items, numbers them and indents nested lists', () => {
    const list =
      '<p>Before</p><ul><li>a</li><li>b<ol start="3"><li>c<li>d</ol></li><li></li><li><p>e</p><p>f</p></li></ul>After';
    expect(htmlToText(list)).toBe('Before\n\n- a\n- b\n  3. c\n  4. d\n- e\n  f\n\nAfter');
  });

  it('writes a table row as one line', () => {
    const table =
      '<table><thead><tr><th>Name</th><th>Age</th></tr></thead><tbody><tr><td>Ann<br>Lee</td><td>41</td></tr><tr><td></td><td>7</td><td></td></tr><tr><td></td></tr></table>end';
    expect(htmlToText(table)).toBe('Name || Age\nAnn Lee | 41\n | 7\n\nend');
  });

  it('gives only rows of column names double borders', () => {
    const cells = (name: string, ...texts: string[]) => texts.map((text) => `<${name}>${text}</${name}>`).join('');
    const head = `<thead><tr>${cells('td', 'Name', 'Town')}</tr></thead>`;
    expect(htmlToText(`<table>${head}<tr>${cells('td', 'Ann', 'Ulm')}</tr></table>`)).toBe('Name || Town\nAnn | Ulm');
    const named = `<table><tr>${cells('th', '', 'Town')}</tr><tr><th>Ann</th><td>Ulm</td></tr></table>`;
    expect(htmlToText(named)).toBe(' || Town\nAnn | Ulm');
  });

  it('does not squeeze an article that a table only places on the page', () => {
    const layout = '<table><tr><td><p>One.</p><p>Two.</p></td><td>Side</td></tr></table>';
    expect(htmlToText(layout)).toBe('One.\n\nTwo.\n\nSide');
  });

  it('reads tables inside tables', () => {
    expect(htmlToText('<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>')).toBe('a | b');
  });

  it('keeps the white space of preformatted text', () => {
    expect(htmlToText('<p>x</p><pre>\n  if (a) {\n\n\n    b();\n  }\n</pre><p>y</p>')).toBe(
      'x\n\n  if (a) {\n\n\n    b();\n  }\n\ny',
    );
  });

  it('reads long white space in a cell', () => {
    const text = (space: string) => htmlToText(`<table><tr><td>a</td><td><pre>b${space}c</pre></td></tr></table>`);
    expect(text(' '.repeat(400_000))).toBe(`a | b${' '.repeat(400_000)}c`);
    expect(text(' \n\t\n  ')).toBe('a | b c');
  });

  it('ends lines at line breaks, and leaves at most one blank line', () => {
    expect(htmlToText('a<br>b<br><br><br><br>c<hr><hr><p></p><p> </p>d')).toBe('a\nb\n\nc\n\nd');
  });

  it('keeps what images say', () => {
    expect(htmlToText('see <img src="x.png" alt="a chart">!')).toBe('see a chart!');
  });

  it.each([
    ['a word<img alt="A red boat"><a href="x">Read more</a>', 'a word A red boat Read more'],
    ['<a href="x"><img alt="Logo">Home</a><a href="y">About us</a>', 'Logo Home About us'],
    ['<a><img alt="First ship"></a><a><img alt="Second ship"></a>', 'First ship Second ship'],
    ['<img alt="Logo"><span>Home</span>', 'Logo Home'],
    ['<img alt="café"><img alt="">bar', 'café bar'],
    ['<pre>x<img alt="two words">y</pre>', 'x two words y'],
  ])('does not glue images and neighbouring links to words: %s', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it.each([
    ['two <a>boat</a>s', 'two boats'],
    ['<a>foot</a><b>ball</b>', 'football'],
    ['(<img alt="a chart">), <a>one</a>, <a>two</a>', '(a chart), one, two'],
    ['<p><img alt="O">nce upon a time</p>', 'Once upon a time'],
    ['<a>東京</a><a>都</a>', '東京都'],
    ['<p><img alt="a"></p><p>b</p>', 'a\n\nb'],
  ])('keeps what belongs together: %s', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it('takes text without tags as it is, but for white space', () => {
    expect(htmlToText('  plain\n text  ')).toBe('plain text');
    expect(htmlToText('')).toBe('');
    expect(htmlToText('a < b and c > d')).toBe('a < b and c > d');
  });

  it.each(['<p>a<p>b', '<ul><li>a<li>b', '<b><i>a</b>b</i>', '</p></div>a', '<p', '<!--', '<td>a<tr>b</table></li>'])(
    'mends %s',
    (html) => {
      expect(() => htmlToText(html)).not.toThrow();
    },
  );

  it.each(['<div>', '<ul><li>', '<table><tr><td>', '<b>', '<p>', '<pre>', '<blockquote><p>'])(
    'reads a page with %s nested beyond all reason',
    (tag) => {
      expect(htmlToText(`${tag.repeat(20_000)}deep`)).toMatch(/deep$/);
    },
  );

  it('never leaves two blank lines, nor white space at the ends', () => {
    const names = ['p', 'div', 'ul', 'ol', 'li', 'table', 'tr', 'td', 'b', 'br', 'h1', 'script', 'template', 'hr'];
    const piece = fc.oneof(
      fc.constantFrom(...names).map((name) => `<${name}>`),
      fc.constantFrom(...names).map((name) => `</${name}>`),
      fc.constantFrom('a', ' ', '\n', '&nbsp;', 'two words', '<', '&amp;'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = htmlToText(pieces.join(''));
        expect(text).not.toMatch(/\n\s*\n\s*\n/);
        expect(text).toBe(text.trimEnd());
      }),
    );
  });
});
