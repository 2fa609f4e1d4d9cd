import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import type { Curation, Synonym } from '../../domain/search/search-rule.js';
import { curationWith, synonymWith } from '../../storage/contract/rule-laws.js';
import type { Storage } from '../../storage/storage.js';
import { queryParts } from '../../text/query/query-parts.js';
import { SearchRules } from './search-rules.js';

const scratch = new ScratchStorages();
let storage: Storage;
let rules: SearchRules;

beforeEach(async () => {
  storage = await scratch.open();
  rules = new SearchRules(storage.synonyms('live'), storage.curations('live'));
});
afterEach(() => scratch.cleanUp());

const put = (...synonyms: Synonym[]) =>
  Promise.all(synonyms.map((rule) => storage.synonyms('live').write({ id: rule.id, decide: () => rule })));
const curate = (...curations: Curation[]) =>
  Promise.all(curations.map((rule) => storage.curations('live').write({ id: rule.id, decide: () => rule })));
const asked = (query: string, language = 'en', tenants: string[] | null = null) => ({
  parts: queryParts(query),
  language,
  tenants,
});
const synonyms = async (query: string, language?: string, tenants?: string[]) =>
  (await rules.findSynonyms(asked(query, language, tenants))).applied.map(({ word, as }) => [word, ...as]);
const curations = async (query: string, language?: string) =>
  (await rules.findCurations(asked(query, language))).curations.map(({ id }) => id);

describe('synonyms for a query', () => {
  it('are found by any form of their words, as they are written now', async () => {
    expect(await synonyms('sofas')).toEqual([]);
    await put(synonymWith('a'));
    expect(await synonyms('Red SOFAS')).toEqual([['SOFAS', 'couch']]);
    await storage.synonyms('live').write({ id: 'a', decide: () => 'delete' });
    expect(await synonyms('sofas')).toEqual([]);
  });

  it('say where their words are, and whether they are in another form', async () => {
    await put(synonymWith('a', { equivalent: ['new york', 'nyc'] }));
    const { alternatives } = await rules.findSynonyms(asked('"x" hotels in New  Yorks -y'));
    expect(alternatives).toEqual([{ start: 14, end: 24, texts: ['nyc'], inflected: true }]);
    expect((await rules.findSynonyms(asked('NYC'))).alternatives).toEqual([{ start: 0, end: 3, texts: ['new york'] }]);
  });

  it('are the longest first, from left to right, and of all rules for the same words', async () => {
    await put(
      synonymWith('a', { equivalent: null, from: ['york'], to: ['jorvik'] }),
      synonymWith('c', { equivalent: ['new york', 'nyc'] }),
      synonymWith('b', { equivalent: ['new york', 'big apple'] }),
    );
    expect(await synonyms('york new york')).toEqual([
      ['york', 'jorvik'],
      ['new york', 'big apple'],
      ['new york', 'nyc'],
    ]);
  });

  it('tell names with signs from their letters, and take joined words for one', async () => {
    await put(
      synonymWith('a', { equivalent: ['c++', 'cpp'] }),
      synonymWith('b', { equivalent: ['wi-fi', 'wireless'] }),
    );
    expect(await synonyms('c')).toEqual([]);
    expect(await synonyms('C++')).toEqual([['C++', 'cpp']]);
    expect(await synonyms('wifi')).toEqual([['wifi', 'wireless']]);
    expect(await synonyms('Wi-Fi')).toEqual([['Wi-Fi', 'wireless']]);
  });

  it('are those of the language and of the only tenant that is searched', async () => {
    await put(
      synonymWith('de', { language: 'de', equivalent: ['Fernseher', 'TV'] }),
      synonymWith('t', { tenantId: 't', equivalent: ['tv', 'telly'] }),
    );
    expect(await synonyms('tv', 'de')).toEqual([['tv', 'Fernseher']]);
    expect(await synonyms('tv', 'en')).toEqual([]);
    expect(await synonyms('tv', 'en', ['t'])).toEqual([['tv', 'telly']]);
    expect(await synonyms('tv', 'en', ['t', 'u'])).toEqual([]);
  });

  it('are found in scripts without spaces', async () => {
    await put(synonymWith('a', { equivalent: ['テレビ', '受像機'] }));
    expect(await synonyms('新しいテレビ', 'ja')).toEqual([['テレビ', '受像機']]);
  });

  it('are no more than can be searched for', async () => {
    const many = Array.from({ length: 30 }, (_, i) => `word${i}`);
    await put(synonymWith('a', { equivalent: many }), synonymWith('b', { equivalent: null, from: ['x'], to: many }));
    const { alternatives, applied } = await rules.findSynonyms(asked('word1 x x word2'));
    expect(alternatives.map(({ texts }) => texts.length)).toEqual([29, 3]);
    expect(applied.map(({ as }) => as.length)).toEqual([29, 3]);
    await put(synonymWith('c', { equivalent: null, from: ['y z z y'], to: many }));
    const [several] = (await rules.findSynonyms(asked('y z z y'))).alternatives;
    expect(several.texts).toHaveLength(8);
  });
});

describe('curations for a query', () => {
  it('compare queries without case, width, accents and white space', async () => {
    await curate(curationWith('a', { query: 'Café  Menü' }));
    for (const query of ['cafe menu', ' CAFÉ\tmenü ', 'ｃａｆｅ menu', '"cafe" menu']) {
      expect(await curations(query)).toEqual(['a']);
    }
    for (const query of ['cafe', 'menu cafe', 'cafe menus', 'cafe menu -tea', 'the cafe menu']) {
      expect(await curations(query)).toEqual([]);
    }
  });

  it('contain whole words in their order', async () => {
    await curate(curationWith('a', { query: 'cafe menu', match: 'contains' }));
    expect(await curations('the Café menu of today -tea')).toEqual(['a']);
    expect(await curations('menu cafe')).toEqual([]);
    expect(await curations('cafe -menu')).toEqual([]);
    expect(await curations('cafe menus')).toEqual([]);
  });

  it('are merged: exact ones first, then by id; what one hides is not pinned', async () => {
    await curate(
      curationWith('a', { query: 'tea', match: 'contains', pin: ['1', '2'], hide: [] }),
      curationWith('c', { query: 'tea time', pin: ['3', '1'], hide: [] }),
      curationWith('b', { query: 'time', match: 'contains', pin: [], hide: ['2', '9'] }),
    );
    const found = await rules.findCurations(asked('Tea time'));
    expect(found.curations.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect([found.pinned, found.hidden]).toEqual([
      ['3', '1'],
      ['2', '9'],
    ]);
  });
});
