import { describe, expect, it } from 'vitest';
import { expectProblems, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();

async function convert(content: string, content_type?: string): Promise<string | null> {
  const answer = await shared.client.addDocument({ title: 'T', tenant_id: 't', content, content_type });
  expectSuccess(answer, 'document');
  const stored = await shared.client.getDocument(answer.body.id);
  expect(stored.body.content).toBe(answer.body.content);
  return answer.body.content;
}

describe('content', () => {
  it('is kept as it is when it is plain text, also when it looks like markup', async () => {
    const text = '  <b>not bold</b> &amp; *not italic*\n\n';
    expect(await convert(text)).toBe(text);
    expect(await convert(text, 'plaintext')).toBe(text);
  });

  it('of HTML becomes its text, without scripts, styles and comments', async () => {
    const html =
      '<html><head><style>p{}</style><script>alert(1)</script></head><body><!-- no --><h1>Tides</h1><p>High &amp; low</p></body></html>';
    expect((await convert(html, 'html'))?.split(/\n+/)).toEqual(['Tides', 'High & low']);
  });

  it('keeps what images and links say apart from the words around them', async () => {
    const html =
      '<a href="/"><img src="l.png" alt="Harbour logo">Home</a><a href="/t">Tide<b>s</b></a> of <a>boat</a>s';
    expect(await convert(html, 'html')).toBe('Harbour logo Home Tides of boats');
    expect(await convert('![A red boat](b.png)[Read more](x.html)', 'markdown')).toBe('A red boat Read more');
  });

  it('of Markdown becomes its text, with lists readable', async () => {
    const text = await convert('# Tides\n\nHigh **and** [low](https://example.org)\n\n- one\n- two', 'markdown');
    expect(text).toMatch(/^Tides\n+High and low/);
    expect(text).toMatch(/one\n.*two/);
    expect(text).not.toMatch(/[#[\]]|\*\*/);
  });

  it('is limited as it was sent, not as it becomes', async () => {
    const html = `<p>${'&amp;'.repeat(20_480)}</p>`;
    const sent = { title: 'T', tenant_id: 't', content: html, content_type: 'html' };
    expectProblems(await shared.client.addDocument(sent), { content: 'parameter_too_long' });
  });

  it('of hostile HTML is converted in no time', async () => {
    expect(await convert('<div>'.repeat(20_000), 'html')).toBe('');
    expect(await convert(`${'<table><tr><td>'.repeat(6_000)}x`, 'html')).toContain('x');
  });

  it('of an update is converted too', async () => {
    const { body } = await shared.client.addDocument({ title: 'T', tenant_id: 't', content: 'old' });
    const answer = await shared.client.updateDocument(body.id, { content: '<p>new</p>', content_type: 'html' });
    expect(answer.body.content).toBe('new');
  });

  it('of an import is converted too', async () => {
    await shared.client.importDocuments([
      { id: 'imported', title: 'T', tenant_id: 't', content: '<p>new</p>', content_type: 'html' },
    ]);
    expect((await shared.client.getDocument('imported')).body.content).toBe('new');
  });
});
