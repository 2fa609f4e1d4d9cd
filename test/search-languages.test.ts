import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from './harness/client.js';
import { idsOf } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();

/** The same two texts in several languages: language, about the tides, about bread, a word of the first, inflected. */
const TEXTS: [string, string, string, string][] = [
  ['en', 'The Moon causes the tides of the oceans.', 'Bread is baked from flour and water.', 'tide'],
  ['de', 'Der Mond verursacht die Gezeiten der Ozeane.', 'Brot wird aus Mehl und Wasser gebacken.', 'Ozean'],
  ['es', 'La Luna causa las mareas de los océanos.', 'El pan se hornea con harina y agua.', 'oceano'],
  ['fr', 'La Lune provoque les marées des océans.', 'Le pain est cuit avec de la farine et de l’eau.', 'marée'],
  ['ru', 'Луна вызывает приливы в океанах.', 'Хлеб пекут из муки и воды.', 'океан'],
  ['zh', '月球引起海洋的潮汐。', '面包由面粉和水烘烤而成。', '潮汐'],
  ['ja', '月は海の潮汐を引き起こします。', 'パンは小麦粉と水から焼かれます。', '潮汐'],
  ['ar', 'يسبب القمر المد والجزر في المحيطات.', 'يُخبز الخبز من الدقيق والماء.', 'القمر'],
];

beforeAll(async () => {
  await shared.client.importDocuments(
    TEXTS.flatMap(([language, tides, bread]) => [
      { id: `tides-${language}`, title: tides, content: tides, language, tenant_id: 't' },
      { id: `bread-${language}`, title: bread, content: bread, language, tenant_id: 't' },
    ]),
  );
});

const search = (request: Json) => shared.client.search({ tenant_id: ['t'], ...request });

describe.each(TEXTS)('a search in %s', (language, tides, _, word) => {
  it.each(['lexical', 'hybrid', 'ai_semantic'])(
    'finds by %s documents of that language alone, the right one first',
    async (search_type) => {
      const answer = await search({ query: tides, search_type, language });
      expect(idsOf(answer)[0]).toBe(`tides-${language}`);
      expect(answer.body.data.every((hit) => hit.language === language)).toBe(true);
    },
  );

  it('finds a word in another form, and marks it', async () => {
    const answer = await search({ query: word, search_type: 'lexical', language });
    expect(idsOf(answer)).toEqual([`tides-${language}`]);
    expect(answer.body.data[0].excerpt).toContain('**');
  });
});

describe('a text in decomposed letters', () => {
  it.each([
    ['es', 'El señor y los ñandúes', 'ñandú'],
    ['vi', 'Bãi biển Đà Nẵng', 'nẵng'],
    ['et', 'Õunad ja pirnid', 'õun'],
    ['it', 'L’università di Pavia', 'università'],
    ['ja', 'データベースの選び方', 'データベース'],
  ])('is found in %s like one in composed letters, and the other way round', async (language, title, word) => {
    const forms = ['NFC', 'NFD'];
    await shared.client.importDocuments(
      forms.map((form) => ({ id: `${form}-${language}`, title: title.normalize(form), language, tenant_id: 'forms' })),
    );
    for (const form of forms) {
      const query = word.normalize(form);
      const more = { query, language, tenant_id: ['forms'] };
      const found = await shared.client.search({ ...more, search_type: 'lexical', fuzzy_search: false });
      expect(idsOf(found).sort()).toEqual([`NFC-${language}`, `NFD-${language}`]);
      expect(idsOf(await shared.client.suggest(more)).sort()).toEqual([`NFC-${language}`, `NFD-${language}`]);
    }
  });
});

describe('a word that is written in two ways', () => {
  it.each([
    ['zh', '電腦可以處理語言。', '电脑可以处理语言。', ['電腦', '电脑', '"處理語言"', '"处理语言"', '腦']],
    ['zh', '臺灣的歷史', '台湾的历史', ['臺灣', '台湾 历史', '歷史']],
    ['hi', 'हिन्दी भाषा सुन्दर है', 'हिंदी भाषा सुंदर है', ['हिन्दी', 'हिंदी', '"हिन्दी भाषा"', 'सुंदर', 'सुन्दर']],
    ['hi', 'वे गये और नयी किताब लाये', 'वे गए और नई किताब लाए', ['गये', 'गए', 'नई', 'नयी']],
  ])('is found in %s in both, and marked: %s', async (language, one, other, queries) => {
    const tenant_id = `spellings-${one}`;
    await shared.client.importDocuments([
      { id: `one-${tenant_id}`.replace(/[^a-z-]/g, 'x'), title: one, language, tenant_id },
      { id: `two-${tenant_id}`.replace(/[^a-z-]/g, 'x'), title: other, language, tenant_id },
    ]);
    for (const query of queries) {
      const more = { query, language, tenant_id: [tenant_id], fuzzy_search: false };
      const { body } = await shared.client.search({ ...more, search_type: 'lexical' });
      expect(body.total_number_of_results, query).toBe(2);
      for (const { title } of body.data) expect(title).toContain('**');
      expect(body).not.toHaveProperty('relaxed_phrases');
    }
  });
});

describe('a letter with marks', () => {
  const long = (sentence: string) => `${sentence} `.repeat(80);

  it.each([
    ['de', 'Hafen', 'Häfen', 'Ein Schiff und ein Kran und ein Kai.'],
    ['sv', 'far', 'får', 'Ett hus med ett stort tak.'],
    ['es', 'ano', 'año', 'Una casa con una puerta y un tejado.'],
  ])('makes another word in %s: %s comes before %s', async (language, word, marked, others) => {
    const tenant_id = `marks-${language}`;
    await shared.client.importDocuments([
      { id: `marked-${language}`, title: `${marked} ${marked}`, content: marked, language, tenant_id },
      { id: `bare-${language}`, title: others, content: `${long(others)}${word}`, language, tenant_id },
    ]);
    const find = async (query: string) =>
      idsOf(await shared.client.search({ query, search_type: 'lexical', language, tenant_id: [tenant_id] }));
    expect(await find(word)).toEqual([`bare-${language}`, `marked-${language}`]);
    expect(await find(marked)).toEqual([`marked-${language}`, `bare-${language}`]);
    expect(await find(`"${marked}"`)).toEqual([`marked-${language}`]);
  });
});

describe('a word typed without its marks', () => {
  const TITLES: [string, string, string][] = [
    ['sv', 'umea', 'Umeå centrum'],
    ['sv', 'understand', 'Att förstå världen'],
    ['fi', 'girls', 'Pieniä tyttöjä'],
    ['de', 'station', 'Radio Ö3 live'],
    ['de', 'joined', 'Bücherregale kaufen'],
    ['de', 'zurich', 'Zürich und Umgebung'],
    ['de', 'poems', 'Gedichte für Kinder'],
  ];
  const find = async (query: string, language: string, more: Json = {}) =>
    shared.client.search({
      query,
      search_type: 'lexical',
      language,
      tenant_id: ['bare'],
      fuzzy_search: false,
      ...more,
    });

  beforeAll(() =>
    shared.client.importDocuments(
      TITLES.map(([language, id, title]) => ({ id: `${id}-${language}`, title, language, tenant_id: 'bare' })),
    ),
  );

  it.each([
    ['Umea', 'sv', 'umea', '**Umeå** centrum'],
    ['forsta', 'sv', 'understand', 'Att **förstå** världen'],
    ['tyttoja', 'fi', 'girls', 'Pieniä **tyttöjä**'],
    ['O3', 'de', 'station', 'Radio **Ö3** live'],
    ['Bücher-Regale', 'de', 'joined', '**Bücherregale** kaufen'],
  ])('%s finds it in %s, and marks it', async (query, language, id, title) => {
    const { body } = await find(query, language);
    expect(body.data.map((hit) => [hit.id, hit.title])).toEqual([[`${id}-${language}`, title]]);
  });

  it('is left out by a minus sign', async () => {
    expect(idsOf(await find('centrum', 'sv'))).toEqual(['umea-sv']);
    expect(idsOf(await find('centrum -Umea', 'sv'))).toEqual([]);
  });

  it('may have a typo besides', async () => {
    expect(idsOf(await find('Zurch', 'de', { fuzzy_search: true }))).toEqual(['zurich-de']);
  });

  it('is a stop word as well', async () => {
    expect(idsOf(await find('fur Hunde', 'de'))).toEqual([]);
  });
});

describe('a search of all languages', () => {
  it('finds the same meaning in every one of them', async () => {
    const answer = await search({
      ...{ query: 'The Moon causes the tides', search_type: 'ai_semantic', multilingual_search: true },
      ...{ ai_search_cutoff_score: 0, limit: 100, language: 'de' },
    });
    expect(answer.body.total_number_of_results).toBe(TEXTS.length * 2);
    const first = idsOf(answer).slice(0, TEXTS.length);
    expect(first.filter((id) => id.startsWith('tides-')).length).toBeGreaterThanOrEqual(TEXTS.length - 1);
  });

  it('finds at least what the same query finds in its own language, with no lower score', async () => {
    for (const [language, tides] of TEXTS) {
      const asked = { query: tides, search_type: 'ai_semantic', sort: [{ _score: 'desc' }], limit: 100 };
      const own = await search({ ...asked, language });
      const all = await search({ ...asked, multilingual_search: true });
      const scores = new Map(all.body.data.map(({ id, sort_value }) => [id, Number(sort_value?.[0])]));
      expect(own.body.data.length).toBeGreaterThan(0);
      for (const { id, sort_value } of own.body.data) {
        expect(scores.get(id), id).toBeGreaterThanOrEqual(Number(sort_value?.[0]) - 0.01);
      }
    }
  });

  it('finds a text that is tagged with another language than its own', async () => {
    const tagged = [
      ['tagged-heat', 'Wärmepumpen', 'Eine Wärmepumpe entzieht der Außenluft Wärme und heizt damit das Haus.'],
      ['tagged-tax', 'Grundsteuer', 'Die Grundsteuer wird von der Gemeinde auf Grundstücke und Gebäude erhoben.'],
      ['tagged-bees', 'Bienenstock', 'Im Winter bilden die Bienen eine Traube und halten die Königin warm.'],
    ];
    await shared.client.importDocuments(
      tagged.map(([id, title, content]) => ({ id, title, content, language: 'en', tenant_id: 'tagged' })),
    );
    const asked = { search_type: 'ai_semantic', tenant_id: ['tagged'] };
    for (const query of ['Wie heizt eine Wärmepumpe das Haus?', 'Wer erhebt die Grundsteuer?', 'Bienen im Winter']) {
      const own = idsOf(await shared.client.search({ ...asked, query, language: 'en' }));
      expect(own.length).toBeGreaterThan(0);
      const all = idsOf(await shared.client.search({ ...asked, query, multilingual_search: true }));
      expect(all).toEqual(expect.arrayContaining(own));
      const passages = await shared.client.retrieve({ query, multilingual_search: true, tenant_id: ['tagged'] });
      expect(passages.body.data.map(({ document_id }) => document_id)).toEqual(expect.arrayContaining(own));
      expect(passages.body.language).toBeNull();
    }
  });

  it('takes a query in any language', async () => {
    const answer = await search({
      ...{ query: 'Brot backen mit Mehl', search_type: 'ai_semantic', multilingual_search: true },
    });
    expect(idsOf(answer)[0]).toMatch(/^bread-/);
  });
});
