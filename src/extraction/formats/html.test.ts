import { describe, expect, it } from 'vitest';
import type { ExtractedDocument } from '../extracted.js';
import { readHtml } from './html.js';

async function documentOf(html: string): Promise<ExtractedDocument> {
  const options = { encoding: null, titleColumn: null, contentColumn: null };
  for await (const found of readHtml({ name: 'a.html', bytes: Buffer.from(html) }, options)) {
    if ('document' in found) return found.document;
  }
  throw new Error('Nothing was read.');
}

async function contentOf(html: string): Promise<string> {
  return (await documentOf(html)).content;
}

describe('the text of a page', () => {
  it.each([
    ['a menu', '<nav><h2>Menu</h2><a href="/">Home</a></nav>'],
    ['a menu by its role', '<div role="navigation"><ul><li>Home</ul></div>'],
    ['a menu with a heading of the site', '<nav><h1>Site</h1><a href="/">Home</a></nav>'],
    ['the footer of the page', '<footer>© 2024 Tide Ltd. <a href="/imprint">Imprint</a></footer>'],
    ['a footer by its role', '<div role="contentinfo">© 2024 Tide Ltd.</div>'],
    ['a side column with teasers', '<aside><article><h3>Read also</h3>Ten knots</article></aside>'],
    ['a side column by its role', '<div role="complementary">Subscribe to our letter!</div>'],
    ['a form for searching', '<form role="search"><label>Search</label></form>'],
    ['a dialog', '<div role="dialog"><p>We value your privacy.</p></div>'],
    ['what screen readers skip', '<span aria-hidden="true">★★★</span>'],
    ['a notice about cookies', '<div class="site cookie-banner fixed"><p>We use cookies.</p></div>'],
    ['one of a consent tool', '<div id="onetrust-consent-sdk"><h2>Your choice</h2></div>'],
    ['another', '<div id="CybotCookiebotDialog">This site uses cookies.</div>'],
    ['what is hidden', '<div hidden>Nobody sees this.</div>'],
  ])('is without %s', async (_, beside) => {
    expect(await contentOf(`<body>${beside}<p>The Moon pulls.</p></body>`)).toBe('The Moon pulls.');
    expect(await contentOf(`<body><main><p>The Moon pulls.</p></main>${beside}`)).toBe('The Moon pulls.');
  });

  it('is without lists of links beside an article', async () => {
    const links = '<aside>Also: <a href="/a">Ebb and flood explained</a> <a href="/b">Spring tides</a></aside>';
    expect(await contentOf(`<main><article><p>Text.</p>${links}</article></main>`)).toBe('Text.');
  });

  it.each([
    [
      'a remark in an article',
      '<main><aside class="note">Mind the <a href="/ebb">ebb</a> when you sail.</aside></main>',
    ],
    ['the source of a quote', '<blockquote><footer>Mind the ebb when you sail.</footer></blockquote>'],
    ['an aside that is a note', '<aside role="note">Mind the ebb when you sail.</aside>'],
    ['a section about notices', '<main><section id="cookie-banner">Mind the ebb when you sail.</section></main>'],
    ['a heading about them', '<h2 id="cookie-consent">Mind the ebb when you sail.</h2>'],
    ['a recipe', '<div class="cookie-card cookie-bars">Mind the ebb when you sail.</div>'],
    ['all of a page behind a notice', '<body class="cookie-banner-open"><p>Mind the ebb when you sail.</p></body>'],
    ['what is around an article', '<div aria-hidden="true"><article>Mind the ebb when you sail.</article></div>'],
    ['what is around the main text', '<div role="dialog"><div role="main">Mind the ebb when you sail.</div></div>'],
    ['the header of a page', '<header><nav>Home</nav><p>Mind the ebb when you sail.</p></header>'],
    ['a page of links alone', '<nav>Mind the ebb when you sail.</nav>'],
  ])('has %s', async (_, html) => {
    expect(await contentOf(html)).toBe('Mind the ebb when you sail.');
  });

  it('is found in bounded time, however deep the page is', async () => {
    const deep = '<nav><aside aria-hidden="true"><article><h1>'.repeat(2_000);
    expect(await contentOf(`${deep}bottom`)).toBe('bottom');
  });
});

describe('a page', () => {
  it.each([
    ['a meta element', '<meta charset="utf-16">'],
    ['an old one', '<meta http-equiv=Content-Type content="text/html; charset=unicode">'],
    ['the declaration of XML', '<?xml version="1.0" encoding="UTF-16"?>'],
  ])('is not in UTF-16 because %s says so', async (_, declaration) => {
    const page = `${declaration}<title>Ebb café</title><p>The tides are the Moon’s.</p>`;
    expect(await documentOf(page)).toMatchObject({ title: 'Ebb café', content: 'The tides are the Moon’s.' });
  });

  it('is not called what a picture in it is', async () => {
    const picture = '<svg><title>Menu icon</title><text>Menu</text></svg>';
    expect(await documentOf(`<body>${picture}<h1>${picture}Ebb and flood</h1>`)).toMatchObject({
      title: 'Ebb and flood',
    });
  });
});
