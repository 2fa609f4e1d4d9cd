import { describe, expect } from 'vitest';
import type { Clause } from '../../domain/filter/filter.js';
import type { WordAlternative, WordQuery } from '../../domain/search/word-query.js';
import type { TextQuery } from '../engine.js';
import { type EngineOfTest, itHasEngine, type OpenEngine } from './engine-under-test.js';
import {
  byWords,
  documentOf,
  FAR,
  findAll,
  idsOf,
  MEANING,
  SCALE,
  scoreOf,
  searchPlan,
  titled,
} from './search-plans.js';

/** What any engine does with alternatives to words. */
export function synonymsContract(name: string, open: OpenEngine): void {
  describe(`${name}: the contract of synonyms`, () => {
    const law = (what: string, test: (index: EngineOfTest) => Promise<void>) => itHasEngine(what, open, test);

    law('finds a word by what stands for it, as well as by itself', async (index) => {
      const engine = await index.startWithEach(
        documentOf('sofa', 'a red sofa in the room'),
        documentOf('couch', 'a red couch in the room'),
        documentOf('couches', 'red couches in the rooms'),
        documentOf('chair', 'a red chair in the room'),
      );
      expect(idsOf(await findAll(engine, { text: byWords('sofa') }))).toEqual(['sofa']);
      const found = await findAll(engine, { text: withAlternatives('sofa', { sofa: ['couch'] }) });
      expect(idsOf(found)).toEqual(['couch', 'sofa', 'couches']);
      expect(scoreOf(found, 'couch')).toBeCloseTo(scoreOf(found, 'sofa'), 4);
      expect(scoreOf(found, 'couches')).toBeLessThan(scoreOf(found, 'couch'));
      expect(found.matched?.words.map(({ term }) => term)).toEqual(['sofa', 'couch']);
    });

    law('takes what stands for a word in another form for other forms as well', async (index) => {
      const engine = await index.startWithEach(
        documentOf('sofa', 'a red sofa here'),
        documentOf('couch', 'a red couch here'),
        documentOf('settee', 'a love seat here'),
        documentOf('sofas', 'two red sofas here'),
      );
      const [span] = spansOf('sofas', { sofas: ['couch', 'love seat'] });
      const text = byWords('sofas') as Extract<TextQuery, { kind: 'search' }>;
      const words: WordQuery = { ...text.words!, alternatives: [{ ...span, inflected: true }] };
      const found = await findAll(engine, { text: { ...text, words } });
      expect(idsOf(found)[0]).toBe('sofas');
      expect(scoreOf(found, 'couch')).toBeCloseTo(scoreOf(found, 'sofa'), 4);
      expect(scoreOf(found, 'settee')).toBeCloseTo(scoreOf(found, 'sofa'), 4);
    });

    law('lifts the words in a row with an alternative among them, too', async (index) => {
      const engine = await index.startWithEach(
        documentOf('sofa', 'we sell a red sofa here'),
        documentOf('couch', 'we sell a red couch here'),
        documentOf('apart', 'the couch here is not red'),
      );
      const found = await findAll(engine, { text: withAlternatives('red sofa', { sofa: ['couch'] }) });
      expect(idsOf(found)).toEqual(['couch', 'sofa', 'apart']);
      expect(scoreOf(found, 'couch')).toBeCloseTo(scoreOf(found, 'sofa'), 4);
      expect(scoreOf(found, 'apart')).toBeLessThan(scoreOf(found, 'couch'));
    });

    law('explains a score by the synonym that matched', async (index) => {
      const engine = await index.startWithEach(
        documentOf('couch', 'a red couch in the room'),
        documentOf('seat', 'a red love seat in the room'),
        documentOf('other', 'a red chair in the room'),
      );
      const text = withAlternatives('sofa', { sofa: ['couch', 'love seat'] });
      const found = await findAll(engine, { text: { ...text, explain: true } as TextQuery });
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
      const engine = await index.startWithEach(
        documentOf('both', 'sofa couch rope'),
        documentOf('twice', 'sofa sofa rope'),
        documentOf('other', 'wind wind rope'),
      );
      const found = await findAll(engine, { text: withAlternatives('sofa', { sofa: ['couch'] }) });
      expect(scoreOf(found, 'both')).toBeCloseTo(scoreOf(found, 'twice'), 4);
    });

    law('finds several words by one, and one word by several in a row', async (index) => {
      const engine = await index.startWithEach(
        documentOf('nyc', 'hotels of nyc here'),
        documentOf('city', 'hotels of new york'),
        documentOf('apart', 'york has new hotels'),
        documentOf('york', 'hotels of york'),
      );
      const byName = await findAll(engine, { text: withAlternatives('new york', { 'new york': ['nyc'] }) });
      expect(idsOf(byName).slice(0, 2)).toEqual(['city', 'nyc']);
      expect(scoreOf(byName, 'nyc')).toBeCloseTo(scoreOf(byName, 'city'), 4);
      const byCode = await findAll(engine, { text: withAlternatives('nyc', { nyc: ['new york'] }) });
      expect(idsOf(byCode)).toEqual(['city', 'nyc']);
      expect(scoreOf(byCode, 'nyc')).toBeCloseTo(scoreOf(byCode, 'city'), 4);
      expect(byCode.matched?.phrases).toEqual([{ terms: ['new', 'york'], of: 'words' }]);
    });

    law('keeps quotes and minus signs as they are, and forgives typos beside alternatives', async (index) => {
      const engine = await index.startWithEach(
        documentOf('sofa', 'a red sofa for the harbour'),
        documentOf('couch', 'a red couch for the harbour'),
        documentOf('typo', 'a red soffa for the hall'),
      );
      const without = await findAll(engine, { text: withAlternatives('sofa -harbour', { sofa: ['couch'] }) });
      expect(idsOf(without)).toEqual(['typo']);
      const quoted = await findAll(engine, { text: withAlternatives('"red couch" sofa', { sofa: ['couch'] }) });
      expect(idsOf(quoted)).toEqual(['couch']);
      const forgiving = await findAll(engine, { text: withAlternatives('sofa', { sofa: ['couch'] }) });
      expect(idsOf(forgiving)).toEqual(['couch', 'sofa', 'typo']);
    });

    law('looks for what stands for a stop word, and not for the stop word', async (index) => {
      const engine = await index.startWithEach(
        documentOf('states', 'elections in the united states'),
        documentOf('us', 'elections for all of us'),
      );
      const found = await findAll(engine, { text: withAlternatives('us elections', { us: ['united states'] }) });
      expect(idsOf(found)).toEqual(['states', 'us']);
      expect(scoreOf(found, 'states')).toBeGreaterThan(scoreOf(found, 'us'));
    });

    law('finds words in scripts without spaces by others', async (index) => {
      const japanese = (id: string, content: string) => documentOf(id, content, MEANING, { language: 'ja' });
      const engine = await index.startWithEach(
        japanese('tv', 'リビングのテレビを買う'),
        japanese('screen', 'リビングの受像機を買う'),
        japanese('chair', 'リビングの椅子を買う'),
      );
      const scope: Clause[] = [{ kind: 'terms', field: 'language', values: ['ja'] }];
      const text = withAlternatives('受像機', { 受像機: ['テレビ'] }, 'ja');
      expect(idsOf(await findAll(engine, { text, scope })).sort()).toEqual(['screen', 'tv']);
    });

    law('finds passages and suggests titles by alternatives, too', async (index) => {
      const engine = await index.startWithEach(
        titled('d1', 'Television stands', 'a stand'),
        titled('d2', 'TV stands', 'a stand'),
        titled('d3', 'Stands for a new york television', 'a stand'),
        titled('d4', 'Stands of wood', 'a stand'),
      );
      const suggest = (typed: string, standing: Standing) => ({
        ...{ kind: 'suggest' as const, typed, language: 'en' },
        alternatives: spansOf(typed, standing),
      });
      const stands = await findAll(engine, { text: suggest('tv sta', { tv: ['television'] }) });
      expect([stands.total, idsOf(stands).sort()]).toEqual([3, ['d1', 'd2', 'd3']]);
      const phrase = await findAll(engine, { text: suggest('nyc sta', { nyc: ['new york'] }) });
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
      const engine = await index.startWithEach(
        titled('a', 'Television repair', 'a text'),
        titled('b', 'TV guide', 'a text'),
        titled('c', 'Television', 'a text'),
      );
      const text = { kind: 'suggest' as const, typed: 'tv', language: 'en' } as const;
      const found = await findAll(engine, { text: { ...text, alternatives: spansOf('tv', { tv: ['television'] }) } });
      expect(idsOf(found)).toEqual(['b', 'c', 'a']);
    });
  });
}

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
