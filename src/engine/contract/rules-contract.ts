import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { Facet } from '../../domain/facet/facet.js';
import type { Clause } from '../../domain/filter/filter.js';
import type { WordAlternative, WordQuery } from '../../domain/search/word-query.js';
import type { Engine, Findings, Hit, QueryPlan, TextQuery } from '../engine.js';
import { documentWith } from './engine-contract.js';
import { type EngineOfTest, itHasEngine, type OpenEngine } from './engine-under-test.js';
import type { StoredDocument } from './reference-engine.js';
import { byBoth, byWords, documentOf, idsOf, searchPlan } from './search-contract.js';

const MEANING = [9, 0, 0, 0, 0, 0];
const FAR = [0, 9, 0, 0, 0, 0];
const ALL = { offset: 0, limit: 100 };

/** What any engine does with alternatives to words, and with documents that are pinned or hidden. */
export function rulesContract(name: string, open: OpenEngine): void {
  describe(`${name}: the contract of search rules`, () => {
    const law = (what: string, test: (index: EngineOfTest) => Promise<void>) => itHasEngine(what, open, test);

    async function engineWith(index: EngineOfTest, ...documents: readonly StoredDocument[]): Promise<Engine> {
      await index.start();
      // One by one, so that they are in several segments.
      for (const stored of documents) await index.add(stored);
      return index.engine;
    }

    const find = (engine: Engine, fields: Partial<QueryPlan>) => engine.find(searchPlan({ window: ALL, ...fields }));

    law('finds a word by what stands for it, as well as by itself', async (index) => {
      const engine = await engineWith(
        index,
        documentOf('sofa', 'a red sofa in the room'),
        documentOf('couch', 'a red couch in the room'),
        documentOf('couches', 'red couches in the rooms'),
        documentOf('chair', 'a red chair in the room'),
      );
      expect(idsOf(await find(engine, { text: byWords('sofa') }))).toEqual(['sofa']);
      const found = await find(engine, { text: withAlternatives('sofa', { sofa: ['couch'] }) });
      expect(idsOf(found)).toEqual(['couch', 'sofa', 'couches']);
      expect(scoreOf(found, 'couch')).toBeCloseTo(scoreOf(found, 'sofa'), 4);
      expect(scoreOf(found, 'couches')).toBeLessThan(scoreOf(found, 'couch'));
      expect(found.matched?.words.map(({ term }) => term)).toEqual(['sofa', 'couch']);
    });

    law('takes what stands for a word in another form for other forms as well', async (index) => {
      const engine = await engineWith(
        index,
        documentOf('sofa', 'a red sofa here'),
        documentOf('couch', 'a red couch here'),
        documentOf('settee', 'a love seat here'),
        documentOf('sofas', 'two red sofas here'),
      );
      const [span] = spansOf('sofas', { sofas: ['couch', 'love seat'] });
      const text = byWords('sofas') as Extract<TextQuery, { kind: 'search' }>;
      const words: WordQuery = { ...text.words!, alternatives: [{ ...span, inflected: true }] };
      const found = await find(engine, { text: { ...text, words } });
      expect(idsOf(found)[0]).toBe('sofas');
      expect(scoreOf(found, 'couch')).toBeCloseTo(scoreOf(found, 'sofa'), 4);
      expect(scoreOf(found, 'settee')).toBeCloseTo(scoreOf(found, 'sofa'), 4);
    });

    law('lifts the words in a row with an alternative among them, too', async (index) => {
      const engine = await engineWith(
        index,
        documentOf('sofa', 'we sell a red sofa here'),
        documentOf('couch', 'we sell a red couch here'),
        documentOf('apart', 'the couch here is not red'),
      );
      const found = await find(engine, { text: withAlternatives('red sofa', { sofa: ['couch'] }) });
      expect(idsOf(found)).toEqual(['couch', 'sofa', 'apart']);
      expect(scoreOf(found, 'couch')).toBeCloseTo(scoreOf(found, 'sofa'), 4);
      expect(scoreOf(found, 'apart')).toBeLessThan(scoreOf(found, 'couch'));
    });

    law('explains a score by the synonym that matched', async (index) => {
      const engine = await engineWith(
        index,
        documentOf('couch', 'a red couch in the room'),
        documentOf('seat', 'a red love seat in the room'),
        documentOf('other', 'a red chair in the room'),
      );
      const text = withAlternatives('sofa', { sofa: ['couch', 'love seat'] });
      const found = await find(engine, { text: { ...text, explain: true } as TextQuery });
      const terms = found.hits.map(({ id, explanation }) => [
        id,
        ...(explanation?.words?.terms.map(({ term, kind, word, weight }) => [term, kind, word, weight]) ?? []),
      ]);
      expect(terms.sort()).toEqual([
        ['couch', ['couch', 'synonym', 'sofa', 1]],
        ['seat', ['love seat', 'synonym', 'sofa', 1]],
      ]);
    });

    law('does not take a document with both for twice as good: it counts them as one word', async (index) => {
      const engine = await engineWith(
        index,
        documentOf('both', 'sofa couch rope'),
        documentOf('twice', 'sofa sofa rope'),
        documentOf('other', 'wind wind rope'),
      );
      const found = await find(engine, { text: withAlternatives('sofa', { sofa: ['couch'] }) });
      expect(scoreOf(found, 'both')).toBeCloseTo(scoreOf(found, 'twice'), 4);
    });

    law('finds several words by one, and one word by several in a row', async (index) => {
      const engine = await engineWith(
        index,
        documentOf('nyc', 'hotels of nyc here'),
        documentOf('city', 'hotels of new york'),
        documentOf('apart', 'york has new hotels'),
        documentOf('york', 'hotels of york'),
      );
      const byName = await find(engine, { text: withAlternatives('new york', { 'new york': ['nyc'] }) });
      expect(idsOf(byName).slice(0, 2)).toEqual(['city', 'nyc']);
      expect(scoreOf(byName, 'nyc')).toBeCloseTo(scoreOf(byName, 'city'), 4);
      const byCode = await find(engine, { text: withAlternatives('nyc', { nyc: ['new york'] }) });
      expect(idsOf(byCode)).toEqual(['city', 'nyc']);
      expect(scoreOf(byCode, 'nyc')).toBeCloseTo(scoreOf(byCode, 'city'), 4);
      expect(byCode.matched?.phrases).toEqual([{ terms: ['new', 'york'], of: 'words' }]);
    });

    law('keeps quotes and minus signs as they are, and forgives typos beside alternatives', async (index) => {
      const engine = await engineWith(
        index,
        documentOf('sofa', 'a red sofa for the harbour'),
        documentOf('couch', 'a red couch for the harbour'),
        documentOf('typo', 'a red soffa for the hall'),
      );
      const without = await find(engine, { text: withAlternatives('sofa -harbour', { sofa: ['couch'] }) });
      expect(idsOf(without)).toEqual(['typo']);
      const quoted = await find(engine, { text: withAlternatives('"red couch" sofa', { sofa: ['couch'] }) });
      expect(idsOf(quoted)).toEqual(['couch']);
      const forgiving = await find(engine, { text: withAlternatives('sofa', { sofa: ['couch'] }) });
      expect(idsOf(forgiving)).toEqual(['couch', 'sofa', 'typo']);
    });

    law('looks for what stands for a stop word, and not for the stop word', async (index) => {
      const engine = await engineWith(
        index,
        documentOf('states', 'elections in the united states'),
        documentOf('us', 'elections for all of us'),
      );
      const found = await find(engine, { text: withAlternatives('us elections', { us: ['united states'] }) });
      expect(idsOf(found)).toEqual(['states', 'us']);
      expect(scoreOf(found, 'states')).toBeGreaterThan(scoreOf(found, 'us'));
    });

    law('finds words in scripts without spaces by others', async (index) => {
      const japanese = (id: string, content: string) => documentOf(id, content, MEANING, { language: 'ja' });
      const engine = await engineWith(
        index,
        japanese('tv', 'リビングのテレビを買う'),
        japanese('screen', 'リビングの受像機を買う'),
        japanese('chair', 'リビングの椅子を買う'),
      );
      const scope: Clause[] = [{ kind: 'terms', field: 'language', values: ['ja'] }];
      const text = withAlternatives('受像機', { 受像機: ['テレビ'] }, 'ja');
      expect(idsOf(await find(engine, { text, scope })).sort()).toEqual(['screen', 'tv']);
    });

    law('finds passages and suggests titles by alternatives, too', async (index) => {
      const engine = await engineWith(
        index,
        titled('d1', 'Television stands', 'a stand'),
        titled('d2', 'TV stands', 'a stand'),
        titled('d3', 'Stands for a new york television', 'a stand'),
        titled('d4', 'Stands of wood', 'a stand'),
      );
      const suggest = (typed: string, standing: Standing) => ({
        ...{ kind: 'suggest' as const, typed, language: 'en' },
        alternatives: spansOf(typed, standing),
      });
      const stands = await find(engine, { text: suggest('tv sta', { tv: ['television'] }) });
      expect([stands.total, idsOf(stands).sort()]).toEqual([3, ['d1', 'd2', 'd3']]);
      const phrase = await find(engine, { text: suggest('nyc sta', { nyc: ['new york'] }) });
      expect([phrase.total, idsOf(phrase)]).toEqual([1, ['d3']]);
      const words = {
        ...{ language: 'en', text: 'nyc telly', typos: 'forgiven' as const },
        alternatives: spansOf('nyc telly', { nyc: ['new york'], telly: ['television'] }),
      };
      const semantic = { vector: Float32Array.from(FAR), space: 'test', cutoff: 60, scale: SCALE };
      const passages = await engine.findPassages({ ...searchPlan({}), semantic, words, limit: 5 });
      expect(passages.map(({ id }) => id)).toEqual(['d3']);
    });

    law('suggests titles that begin with what was typed before those with what stands for it', async (index) => {
      const engine = await engineWith(
        index,
        titled('a', 'Television repair', 'a text'),
        titled('b', 'TV guide', 'a text'),
        titled('c', 'Television', 'a text'),
      );
      const text = { kind: 'suggest' as const, typed: 'tv', language: 'en' } as const;
      const found = await find(engine, { text: { ...text, alternatives: spansOf('tv', { tv: ['television'] }) } });
      expect(idsOf(found)).toEqual(['b', 'c', 'a']);
    });

    const FACET: Facet = {
      ...{ type: 'terms', field: 'tenant_id', name: 'tenant_id', size: 10, prefix: null },
      ...{ orderBy: 'count', order: 'desc', minCount: 1, excludeOwnFilter: false },
    };
    const tenants = (found: Findings) => {
      const [facet] = found.facets;
      return facet.type === 'terms' ? Object.fromEntries(facet.values.map(({ value, count }) => [value, count])) : {};
    };

    law('puts pinned documents first if scope and filter allow them, whether they match or not', async (index) => {
      const engine = await engineWith(
        index,
        documentOf('a', 'harbour harbour', MEANING),
        documentOf('b', 'harbour and rope', MEANING),
        documentOf('c', 'nothing of it', FAR, { tenantId: 'u' }),
        documentOf('d', 'nichts davon', MEANING, { language: 'de' }),
      );
      for (const text of [byWords('harbour'), byBoth('harbour', MEANING)]) {
        const found = await find(engine, { text, pinned: ['c', 'gone', 'd', 'b'], facets: [FACET] });
        expect([found.total, idsOf(found)]).toEqual([3, ['c', 'b', 'a']]);
        expect(found.hits[0].score).toBeNull();
        const plain = await find(engine, { text });
        expect(scoreOf(found, 'b')).toBe(scoreOf(plain, 'b'));
        expect(found.pinned).toEqual(['c', 'b']);
        expect(tenants(found)).toEqual({ t: 2, u: 1 });
        const filter = { must: [], mustNot: [TENANT_U], should: [], minimumShouldMatch: 0 };
        const narrowed = await find(engine, { text, filter, pinned: ['c', 'b'], facets: [FACET] });
        expect([narrowed.total, idsOf(narrowed), narrowed.pinned]).toEqual([2, ['b', 'a'], ['b']]);
      }
    });

    law('hides documents from hits, total and facets, and changes no score of others', async (index) => {
      const engine = await engineWith(
        index,
        documentOf('a', 'harbour harbour', MEANING),
        documentOf('b', 'harbour and rope', MEANING, { tenantId: 'u' }),
        documentOf('c', 'nothing of it', FAR),
      );
      for (const text of [byWords('harbour'), byBoth('harbour', MEANING)]) {
        const plain = await find(engine, { text });
        const found = await find(engine, { text, hidden: ['c', 'b', 'gone'], pinned: ['b'], facets: [FACET] });
        expect([found.total, found.hits, found.hidden, found.pinned]).toEqual([
          1,
          plain.hits.filter(({ id }) => id === 'a'),
          ['b'],
          [],
        ]);
        expect(tenants(found)).toEqual({ t: 1 });
      }
      expect(idsOf(await find(engine, { text: null, sort: [], hidden: ['b'] })).sort()).toEqual(['a', 'c']);
    });

    law('counts pinned suggestions', async (index) => {
      const engine = await engineWith(
        index,
        titled('a', 'Harbour wind', 'x'),
        titled('b', 'Ropes', 'x'),
        titled('c', 'Harbuor typo', 'x'),
      );
      const text = { kind: 'suggest', typed: 'harbour', language: 'en' } as const;
      const found = await find(engine, { text, pinned: ['b'] });
      expect([found.total, idsOf(found)]).toEqual([2, ['b', 'a', 'c']]);
    });

    law('shows the same hits in windows of any size, by offset and by the hit before', async (index) => {
      const ids = Array.from({ length: 12 }, (_, i) => `d${i}`);
      const engine = await engineWith(
        index,
        ...ids.map((id, i) => documentOf(id, i % 3 === 0 ? 'rope' : `harbour ${'rope '.repeat(i)}`, MEANING)),
      );
      const some = fc.subarray([...ids, 'gone'], { maxLength: 5 }).chain((list) => fc.shuffledSubarray(list));
      await fc.assert(
        fc.asyncProperty(some, some, fc.boolean(), async (pinned, hidden, withMeaning) => {
          const text = withMeaning ? byBoth('harbour', MEANING) : byWords('harbour');
          const all = await find(engine, { text, pinned, hidden });
          expect(all.hits).toHaveLength(all.total);
          expect(new Set(idsOf(all)).size).toBe(all.total);
          const first = pinned.filter((id) => id !== 'gone' && !hidden.includes(id));
          expect(idsOf(all).slice(0, first.length)).toEqual(first);
          expect(idsOf(all).filter((id) => hidden.includes(id))).toEqual([]);
          const limit = 3;
          const pages: Hit[] = [];
          const walked: Hit[] = [];
          for (let offset = 0; offset < all.total; offset += limit) {
            pages.push(...(await find(engine, { text, pinned, hidden, window: { offset, limit } })).hits);
            const window = { after: walked.at(-1) ?? null, limit };
            walked.push(...(await find(engine, { text, pinned, hidden, window })).hits);
          }
          expect(pages).toEqual(all.hits);
          expect(walked).toEqual(all.hits);
        }),
        { numRuns: 6 },
      );
    });
  });
}

const SCALE = { middle: 0.3, steepness: 8 };
const TENANT_U: Clause = { kind: 'terms', field: 'tenant_id', values: ['u'] };

/** Words of a query, each with what stands for it. */
type Standing = Record<string, string[]>;

function spansOf(query: string, standing: Standing): WordAlternative[] {
  return Object.entries(standing).map(([words, texts]) => {
    const start = query.lastIndexOf(words);
    return { start, end: start + words.length, texts };
  });
}

function withAlternatives(query: string, standing: Standing, language = 'en'): TextQuery {
  const text = byWords(query) as Extract<TextQuery, { kind: 'search' }>;
  const words: WordQuery = { ...text.words!, language, alternatives: spansOf(query, standing) };
  return { ...text, words };
}

function titled(id: string, title: string, content: string): StoredDocument {
  const { vectors } = documentOf(id, content, MEANING);
  return { document: documentWith({ id, title, content }), vectors };
}

function scoreOf({ hits }: Findings, id: string): number {
  return hits.find((hit) => hit.id === id)?.score ?? Number.NaN;
}
