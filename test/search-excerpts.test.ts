import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from './harness/client.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();

const FILLER = 'Nothing of interest happens in this sentence at all. ';
const LONG = `${FILLER.repeat(30)}A glacier is a river of ice.\n\n${FILLER.repeat(30)}Glaciers carve valleys. ${FILLER.repeat(30)}`;
const CASTLE = [
  'The castle stands on a hill above the little town.',
  'It was built by a duke who feared his neighbours.',
  'Admission costs twelve euros for grown-ups.',
  'The tower is open from spring to autumn.',
  'Dogs must stay outside, in the shade of the old lime trees.',
].join(' ');

const CASTLES = Array.from({ length: 30 }, (_, i) => ({
  ...{ id: `castle-${i}`, title: `Castle ${i}`, tenant_id: 'castles' },
  content: CASTLE.replace('twelve', `${i + 3}`),
}));

beforeAll(async () => {
  await shared.client.importDocuments([
    ...CASTLES,
    { id: 'long', title: 'Glacier notes', content: LONG, tenant_id: 't' },
    { id: 'huge', title: 'Glaciers again', content: LONG.repeat(18), tenant_id: 'huge' },
    { id: 'bare', title: 'A glacier without content', tenant_id: 'bare' },
    { id: 'entity', title: 'Ice &amp; glacier', content: 'Ice &amp; glacier 🧭🧭 <b>glacier</b>', tenant_id: 'entity' },
    { id: 'choice', title: 'The castle', content: CASTLE, tenant_id: 'choice' },
    { id: 'sides', title: 'The bay', content: 'Spring tides reach both sides of the bay.', tenant_id: 'sides' },
    {
      ...{ id: 'stop-words', title: 'The will of the willing', tenant_id: 'stop-words' },
      content: 'What will the willing do? The answer is in the book.',
    },
    {
      ...{ id: 'german', title: '„Harry Potter and the Order of the Phoenix“ is ein Book', tenant_id: 'german' },
      ...{ content: 'Der fünfte Band der Reihe.', language: 'de' },
    },
    {
      ...{ id: 'heading', title: 'Moraine walks', tenant_id: 'heading', content_type: 'markdown' },
      content: '# Moraine walks\n\nBring boots.\n\n- loud\n- quiet\n\n| Property | Value |\n|---|---|\n| Size | 3 |',
    },
    { id: 'meaning', title: 'Cold', content: 'Frozen rivers flow slowly down the slopes.', tenant_id: 'meaning' },
  ]);
});

async function hit(request: Json, tenant = 't') {
  const { body } = await shared.client.search({
    ...{ query: 'glacier', search_type: 'lexical', tenant_id: [tenant] },
    ...request,
  });
  expect(body.data).toHaveLength(1);
  return body.data[0];
}

const withoutMarks = (excerpt: string | null) => (excerpt ?? '').replaceAll('**', '');

describe('highlights', () => {
  it('mark every form of the words in title and excerpt', async () => {
    const { title, excerpt } = await hit({});
    expect(title).toBe('**Glacier** notes');
    expect(excerpt).toContain('A **glacier** is a river of ice.');
    expect(excerpt).toContain('**Glaciers** carve valleys.');
  });

  it('mark what a typo found', async () => {
    expect((await hit({ query: 'glasier' })).title).toBe('**Glacier** notes');
  });

  it('do not mark what could be a typo where the word itself stands', async () => {
    expect((await hit({ query: 'tides' }, 'sides')).excerpt).toBe('Spring **tides** reach both sides of the bay.');
  });

  it('use the tags that were sent', async () => {
    const highlight_tags = { pre_tag: '<mark class="x">', post_tag: '</mark>' };
    expect((await hit({ highlight_tags })).title).toBe('<mark class="x">Glacier</mark> notes');
  });

  it('are left out when they are not wanted', async () => {
    const highlight_tags = { pre_tag: '<b>', post_tag: '</b>' };
    const { title, excerpt } = await hit({ highlights: false, highlight_tags });
    expect(title).toBe('Glacier notes');
    expect(excerpt).toContain('A glacier is a river of ice.');
    expect(excerpt).not.toMatch(/\*\*|<b>/);
  });

  it('leave entities, tags and emoji of the text whole', async () => {
    const { title, excerpt } = await hit({}, 'entity');
    expect(title).toBe('Ice &amp; **glacier**');
    expect(withoutMarks(excerpt)).toBe('Ice &amp; glacier 🧭🧭 <b>glacier</b>');
  });

  it.each(['lexical', 'hybrid', 'ai_semantic'])('mark no stop words in %s', async (search_type) => {
    const asked = { search_type, ai_search_cutoff_score: 0 };
    const { title, excerpt } = await hit({ ...asked, query: 'what is the will of the willing?' }, 'stop-words');
    expect(title).toBe('The will of the **willing**');
    expect(excerpt).toBe('What will the **willing** do? The answer is in the book.');
  });

  it.each(['lexical', 'hybrid', 'ai_semantic'])(
    'mark a phrase as a whole in %s, and not its words',
    async (search_type) => {
      const asked = { search_type, ai_search_cutoff_score: 0 };
      const { title, excerpt } = await hit({ ...asked, query: 'the "answer is in"' }, 'stop-words');
      expect(title).toBe('The will of the willing');
      expect(excerpt).toBe('… The **answer is in** the book.');
    },
  );

  it('mark stop words where the query has no others, and where they are quoted', async () => {
    expect((await hit({ query: 'the will' }, 'stop-words')).title).toBe('**The** **will** of **the** **willing**');
    expect((await hit({ query: '"of"' }, 'stop-words')).title).toBe('The will **of** the willing');
  });

  it('mark no stop words of the query in documents of other languages', async () => {
    const { body } = await shared.client.search({
      ...{
        query: 'what is the answer in the Harry Potter book?',
        search_type: 'ai_semantic',
        ai_search_cutoff_score: 0,
      },
      ...{ multilingual_search: true, tenant_id: ['german'] },
    });
    expect(body.data[0].title).toBe('„**Harry** **Potter** and the Order of the Phoenix“ is ein **Book**');
  });

  it('mark words in searches by meaning too', async () => {
    expect((await hit({ search_type: 'ai_semantic', ai_search_cutoff_score: 0 })).title).toBe('**Glacier** notes');
  });
});

describe('excerpts', () => {
  it('show lists and tables as plain text', async () => {
    const content = '# Stores\n\n- red lamps\n- two anchors\n\n| Shelf | Box |\n|---|---|\n| low | blue |';
    await shared.client.importDocuments([{ id: 'stores', title: 'Ship', tenant_id: 'stores', content }]);
    const { body } = await shared.client.search({
      ...{ query: 'anchors', search_type: 'lexical', tenant_id: ['stores'], highlight_fragment_size: 200 },
    });
    expect(body.data[0].excerpt).toBe('Stores · red lamps · two **anchors** · Shelf, Box · low, blue');
    await shared.client.deleteDocument('stores');
  });

  it('are fragments of the content, joined by ellipses', async () => {
    const { excerpt } = await hit({});
    expect(excerpt).toMatch(/^… .* … .* …$/);
    const content = LONG.replace(/\s+/g, ' ');
    for (const fragment of withoutMarks(excerpt).split('…')) expect(content).toContain(fragment.trim());
  });

  it('have as many fragments, of the size that was asked for', async () => {
    const fragmentsOf = (text: string | null) =>
      withoutMarks(text)
        .split('…')
        .map((part) => part.trim())
        .filter((part) => part !== '');
    const one = fragmentsOf((await hit({ highlight_fragments: 1, highlight_fragment_size: 25 })).excerpt);
    expect(one).toHaveLength(1);
    expect(one[0].length).toBeLessThanOrEqual(40);
    const two = fragmentsOf((await hit({ highlight_fragments: 10, highlight_fragment_size: 200 })).excerpt);
    expect(two).toHaveLength(2);
    expect(two[0].length).toBeGreaterThan(100);
  });

  it('are null when they are not wanted, and where there is no content', async () => {
    expect(await hit({ excerpts: false })).toMatchObject({ excerpt: null, title: '**Glacier** notes' });
    expect(await hit({ excerpts: false, highlights: false })).toMatchObject({ excerpt: null, title: 'Glacier notes' });
    expect(await hit({}, 'bare')).toMatchObject({ excerpt: null, title: 'A **glacier** without content' });
  });

  it('come from large contents as well', async () => {
    const { excerpt, title } = await hit({}, 'huge');
    expect(title).toBe('**Glaciers** again');
    expect(excerpt).toContain('**glacier**');
  });

  it('quote the passage that fits in meaning where no word matches', async () => {
    const { excerpt } = await hit(
      { query: 'moving ice', search_type: 'ai_semantic', ai_search_cutoff_score: 0 },
      'meaning',
    );
    expect(excerpt).toBe('Frozen rivers flow slowly down the slopes.');
  });

  it('choose the sentences of a long passage that fit in meaning, whole and in their order', async () => {
    const request = { search_type: 'ai_semantic', ai_search_cutoff_score: 0, highlight_fragment_size: 60 };
    const money = await hit({ ...request, query: 'how much do I have to pay?', highlight_fragments: 1 }, 'choice');
    expect(money.excerpt).toBe('… Admission costs twelve euros for grown-ups. …');
    const both = await hit(
      { ...request, query: 'Eintrittspreis', highlight_fragments: 2, multilingual_search: true },
      'choice',
    );
    expect(both.excerpt).toContain('Admission costs twelve euros for grown-ups.');
    const dogs = await hit({ ...request, query: 'may I bring my puppy', highlight_fragments: 1 }, 'choice');
    expect(dogs.excerpt).toBe('… Dogs must stay outside, in the shade of the old lime trees.');
  });

  it('choose so for every hit of a page, however large', async () => {
    const { body } = await shared.client.search({
      ...{ query: 'how much do I have to pay?', search_type: 'ai_semantic', ai_search_cutoff_score: 0 },
      ...{ tenant_id: ['castles'], limit: 100, highlight_fragment_size: 60, highlight_fragments: 1 },
    });
    expect(body.data).toHaveLength(CASTLES.length);
    for (const { id, excerpt } of body.data) {
      expect(excerpt).toBe(`… Admission costs ${Number(id.slice(7)) + 3} euros for grown-ups. …`);
    }
  });

  it('choose by meaning at no charge', async () => {
    const query = { query: 'how much do I have to pay?', search_type: 'ai_semantic', ai_search_cutoff_score: 0 };
    const tokensOf = async (excerpts: boolean) =>
      (await shared.client.search({ ...query, tenant_id: ['choice'], excerpts })).body.token_usage.semantic_tokens;
    expect(await tokensOf(true)).toBe(await tokensOf(false));
  });
});

it('does not repeat the title, and keeps lists and tables apart', async () => {
  const excerpt = 'Bring boots. loud · quiet · Property, Value · Size, 3';
  expect(await hit({ query: 'moraine' }, 'heading')).toMatchObject({ title: '**Moraine** walks', excerpt });
  const byMeaning = { query: 'hiking equipment', search_type: 'ai_semantic', ai_search_cutoff_score: 0 };
  expect(await hit(byMeaning, 'heading')).toMatchObject({ excerpt });
});
