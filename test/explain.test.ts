import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from './harness/client.js';
import { expectProblems, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

interface Leg {
  score: number;
  strength: number;
}

interface Explanation {
  score: number;
  lexical: (Leg & { phrase_bonus: number; terms: Term[] }) | null;
  semantic: Leg | null;
  best_passage: { number: number; start: number | null; end: number | null; score: number } | null;
  mixing: { semantic_share: number; formula: string };
  confidence: { level: string; rule: string };
}

interface Term {
  term: string;
  kind: string;
  query_word: string;
  fields: string[];
  weight: number;
}

const shared = useService();
const FILLER = 'Ropes, knots and lamps are sold by the yard in the old shop behind the square. '.repeat(20);

beforeAll(async () => {
  const documents = [
    { id: 'tides', title: 'How tides work', tenant_id: 'a', content: 'The Moon pulls the oceans, and tides rise.' },
    {
      id: 'long',
      title: 'A shop',
      tenant_id: 'a',
      content: `${FILLER}The Moon makes the sea rise and fall. ${FILLER}`,
    },
    { id: 'typo', title: 'Harbuor lights', tenant_id: 'a', content: 'Nothing of the sea.' },
    { id: 'title', title: 'Why the sea rises and falls', tenant_id: 'a' },
    { id: 'row', title: 'Notes', tenant_id: 'a', content: 'They spoke of spring tides all day.' },
    { id: 'creme', title: 'Crème brûlée', tenant_id: 'a', content: 'Eggs.', language: 'fr' },
  ];
  await shared.client.importDocuments(documents);
});

async function explain(request: Json): Promise<Map<string, Explanation>> {
  const answer = await shared.client.search({ explain: true, sort: [{ _score: 'desc' }], ...request });
  expectSuccess(answer, 'search_result');
  expect(answer.body.explain).toBe(true);
  return new Map(
    answer.body.data.map((hit) => {
      const explanation = (hit as unknown as { explanation: Explanation }).explanation;
      expectConsistent(explanation, hit.sort_value?.[0], hit.confidence_level);
      return [hit.id, explanation];
    }),
  );
}

/** The arithmetic that docs/search.md gives. */
const scoreOf = (strength: number) => 100 / (1 + Math.exp(Math.log(93 / 7) - 6.69 * strength));

function expectConsistent({ score, lexical, semantic, mixing, ...rest }: Explanation, shown: unknown, level: string) {
  expect(score).toBe(shown);
  const share = mixing.semantic_share;
  const weight = share / (share + 1.2 * (1 - share));
  const mean = (weight * (semantic?.strength ?? 0) ** 4 + (1 - weight) * (lexical?.strength ?? 0) ** 4) ** 0.25;
  // A score is shown as the engine computed it; engines round.
  expect(Math.abs(scoreOf(mean) - score)).toBeLessThan(0.05);
  for (const leg of [lexical, semantic]) {
    if (leg !== null && leg.strength > 0) expect(Math.abs(scoreOf(leg.strength) - leg.score)).toBeLessThan(0.05);
  }
  if (lexical !== null) expect(lexical.terms.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
  expect(rest.best_passage?.score).toBe(semantic?.score);
  expect(rest.confidence.level).toBe(level);
  expect(rest.confidence.rule).toContain(score.toFixed(1));
}

const termsOf = (explanation: Explanation | undefined) =>
  explanation?.lexical?.terms
    .map(({ term, kind, query_word, fields }) => [query_word, kind, term, fields.join()])
    .sort();

describe('the explanation of a search', () => {
  it('by words names the terms, how they matched, and where', async () => {
    const found = await explain({ query: 'Tide harbour', search_type: 'lexical' });
    expect(termsOf(found.get('tides'))).toEqual([['Tide', 'stem', 'tides', 'title,content']]);
    expect(termsOf(found.get('typo'))).toEqual([['harbour', 'typo', 'harbuor', 'title']]);
    expect(found.get('tides')).toMatchObject({
      semantic: null,
      best_passage: null,
      mixing: { semantic_share: 0, formula: expect.stringContaining('lexical score') },
    });
    expect(found.get('tides')?.lexical?.score).toBe(found.get('tides')?.score);
  });

  it('tells what words in a row add', async () => {
    const found = await explain({ query: 'spring tides', search_type: 'lexical' });
    expect(found.get('row')?.lexical?.phrase_bonus).toBeGreaterThan(1);
    expect(found.get('tides')?.lexical?.phrase_bonus).toBe(0);
  });

  it('by meaning names the best passage', async () => {
    const query = 'Why does the sea rise and fall?';
    const found = await explain({ query, search_type: 'ai_semantic', ai_search_cutoff_score: 10 });
    const { lexical, mixing, best_passage } = found.get('long') as Explanation;
    expect([lexical, mixing.semantic_share]).toEqual([null, 1]);
    const { content } = (await shared.client.getDocument('long')).body;
    expect(content?.slice(best_passage?.start ?? 0, best_passage?.end ?? 0)).toContain('The Moon makes the sea rise');
    expect(found.get('title')?.best_passage).toMatchObject({ number: 0, start: null, end: null });
  });

  it('by both mixes the parts, and says which one did not find the document', async () => {
    const query = 'the Moon makes the sea rise';
    for (const hybrid_search_ai_ratio of [0.2, 0.6, 0.8]) {
      const found = await explain({ query, search_type: 'hybrid', ai_search_cutoff_score: 70, hybrid_search_ai_ratio });
      expect(found.get('long')?.mixing.semantic_share).toBe(hybrid_search_ai_ratio);
      expect(found.get('long')).toMatchObject({ lexical: { score: expect.any(Number) } });
    }
    const words = await explain({ query: 'harbour', search_type: 'hybrid', ai_search_cutoff_score: 90 });
    expect(words.get('typo')).toMatchObject({ semantic: null, best_passage: null });
    expect(words.get('typo')?.mixing.formula).toContain('the semantic strength is 0');
  });

  it('reads words in the language of the search', async () => {
    const found = await explain({ query: 'creme', search_type: 'lexical', language: 'fr' });
    expect(termsOf(found.get('creme'))?.[0].slice(0, 2)).toEqual(['creme', expect.stringMatching(/exact|stem/)]);
  });

  it('changes nothing else, and does not depend on the page', async () => {
    const request = { query: 'the sea and its tides', search_type: 'hybrid', ai_search_cutoff_score: 20, limit: 50 };
    const plain = await shared.client.search(request);
    const all = await shared.client.search({ ...request, explain: true });
    const explained = all.body.data as unknown as (Json & { explanation: Explanation })[];
    expect(explained.map(({ explanation, ...hit }) => hit)).toEqual(plain.body.data);
    expect(plain.body.data.length).toBeGreaterThan(2);
    const second = await shared.client.search({ ...request, explain: true, limit: 1, page: 2 });
    expect(second.body.data).toEqual(all.body.data.slice(1, 2));
  });
});

describe('explain', () => {
  it('is not mentioned where it was not asked for', async () => {
    for (const request of [{}, { explain: false }]) {
      const { body } = await shared.client.search({ query: 'tides', search_type: 'hybrid', ...request });
      expect(body).not.toHaveProperty('explain');
      expect(body.data[0]).not.toHaveProperty('explanation');
    }
  });

  it('is true or false', async () => {
    const answer = await shared.client.search({ query: 'tides', search_type: 'hybrid', explain: 'yes' });
    expectProblems(answer, { explain: 'parameter_type' });
  });
});
