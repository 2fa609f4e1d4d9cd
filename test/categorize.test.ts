import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, VERSION } from './harness/client.js';
import { expectError, expectProblems, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();

const SPORTS = {
  name: 'Sports',
  description:
    'Matches, tournaments and championships: football, tennis, basketball and the Olympic Games. Players, coaches, teams, goals and scores.',
};
const COOKING = {
  name: 'Cooking',
  description:
    'Food and how to prepare it: recipes, ingredients, baking, frying, boiling, sauces, pasta and vegetables. Kitchens, meals and restaurants.',
};
const MONEY = {
  name: 'Wirtschaft',
  description:
    'Unternehmen und Märkte: Aktien, Börse, Gewinne, Umsatz, Übernahmen, Zinsen und Banken. Handel, Arbeitsplätze, Steuern und Konjunktur.',
};
const TEAM_SPORTS = {
  name: 'Team sports',
  description:
    'Championships and matches of teams: football, basketball, handball and hockey. Teams, players, coaches, goals and scores, cups, leagues and tournaments.',
};
const ENERGY = {
  name: 'Energy',
  description:
    'Power and fuel: electricity, oil and gas, power plants, wind and solar energy, batteries, grids, pipelines and energy prices. Nuclear reactors, coal mines and how much energy houses need.',
};
const RELIGION = {
  name: 'Religion',
  description:
    'Faith and worship: churches, mosques and temples, prayer, priests, the Bible and the Koran, religious holidays, saints, theology, pilgrims and monasteries.',
};
const CATEGORIES = [SPORTS, COOKING, MONEY];
const FIVE = [...CATEGORIES, ENERGY, RELIGION];
const categorize = (request: Json) => shared.client.categorize({ categories: CATEGORIES, ...request });
const namesOf = (item: { categories: { name: string }[] }) => item.categories.map(({ name }) => name);

beforeAll(async () => {
  const documents = [
    {
      id: 'match',
      title: 'Cup final',
      content: 'The home team won the football cup after a late goal by its striker.',
    },
    {
      id: 'pasta',
      title: 'Nudeln',
      content: 'Spaghetti in Salzwasser kochen und mit Tomatensauce servieren.',
      language: 'de',
    },
    {
      id: 'stocks',
      title: 'Shares fall',
      content: 'Bank shares fell after the company reported lower quarterly profits.',
    },
    {
      id: 'both',
      title: 'Club on the stock exchange',
      content: 'The football club sells shares to investors; the bank expects profits from its matches and players.',
    },
    {
      id: 'stars',
      title: 'Red giants',
      content: 'A star swells when the hydrogen in its core has been fused to helium.',
    },
    {
      id: 'olives',
      title: 'Olive harvest',
      content: 'Olives are shaken from the trees in autumn and pressed for their oil within a day.',
    },
    { id: 'title-alone', title: 'A recipe for tomato soup' },
    { id: 'foreign', title: 'Of another tenant', tenant_id: 'other' },
  ];
  await shared.client.importDocuments(documents.map((document) => ({ tenant_id: 'mine', ...document })));
});

describe('categorizing documents', () => {
  it('answers exactly the fields of the contract, and echoes every parameter', async () => {
    const answer = await categorize({ document_id: ['match'] });
    expectSuccess(answer, 'categorize_result');
    const { body } = answer;
    expect(Object.keys(body).sort()).toEqual(
      [
        ...['object', 'url', 'data', 'document_id', 'categories', 'max_categories', 'min_confidence_level'],
        ...['token_usage', 'livemode'],
      ].sort(),
    );
    expect(body).toMatchObject({
      url: `${VERSION}/categorize`,
      document_id: ['match'],
      categories: CATEGORIES,
      max_categories: 1,
      min_confidence_level: 'medium',
    });
    expect(body.data).toEqual([
      { id: 'match', title: 'Cup final', categories: [{ name: 'Sports', confidence_level: expect.any(String) }] },
    ]);
    expect(body.token_usage.semantic_tokens).toBeGreaterThan(0);
  });

  it('finds the category in the order asked for, also across languages and from a title alone', async () => {
    const { body } = await categorize({ document_id: ['pasta', 'stocks', 'match', 'title-alone', 'pasta'] });
    expect(body.data.map(({ id }) => id)).toEqual(['pasta', 'stocks', 'match', 'title-alone', 'pasta']);
    expect(body.data.map(namesOf)).toEqual([['Cooking'], ['Wirtschaft'], ['Sports'], ['Cooking'], ['Cooking']]);
  });

  it('gives several categories where they fit and are asked for', async () => {
    const categories = [SPORTS, TEAM_SPORTS, COOKING];
    const { body } = await categorize({ document_id: ['match'], categories, max_categories: 3 });
    expect(namesOf(body.data[0]).sort()).toEqual(['Sports', 'Team sports']);
    const one = await categorize({ document_id: ['match'], categories });
    expect(namesOf(one.body.data[0])).toEqual(namesOf(body.data[0]).slice(0, 1));
  });

  it('gives none where it is not sure of any', async () => {
    const { body } = await categorize({ document_id: ['stars'], min_confidence_level: 'very_high' });
    expect(body.data[0].categories).toEqual([]);
  });

  it('gives a category that is the only one to none but those it fits', async () => {
    const document_id = ['match', 'pasta', 'stocks', 'stars', 'title-alone'];
    const sports = await categorize({ document_id, categories: [SPORTS] });
    expect(sports.body.data.map(namesOf)).toEqual([['Sports'], [], [], [], []]);
    const cooking = await categorize({ document_id, categories: [COOKING] });
    expect(cooking.body.data.map(namesOf)).toEqual([[], ['Cooking'], [], [], ['Cooking']]);
  });

  it('gives fewer the surer they have to be', async () => {
    const given = async (min_confidence_level: string) => {
      const document_id = ['match', 'pasta', 'stocks', 'both', 'stars'];
      const { body } = await categorize({ document_id, min_confidence_level, max_categories: 5 });
      expect(body.min_confidence_level).toBe(min_confidence_level);
      return body.data.flatMap(({ id, categories }) => categories.map(({ name }) => `${id} ${name}`));
    };
    const [medium, high, veryHigh] = [await given('medium'), await given('high'), await given('very_high')];
    expect(medium).toEqual(expect.arrayContaining(high));
    expect(high).toEqual(expect.arrayContaining(veryHigh));
  });

  it('is as confident of a category whatever the limit', async () => {
    const document_id = ['match', 'pasta', 'stocks', 'both', 'stars', 'olives', 'title-alone'];
    const given = async (max_categories: number) => {
      const { body } = await categorize({ document_id, categories: FIVE, max_categories });
      return body.data.map(({ categories }) => categories);
    };
    const all = await given(5);
    for (const limit of [1, 2, 3]) expect(await given(limit)).toEqual(all.map((some: Json[]) => some.slice(0, limit)));
  });

  it('is as confident of a category whatever unrelated ones are offered', async () => {
    const document_id = ['match', 'pasta'];
    const given = async (categories: Json[]) => {
      const { body } = await categorize({ document_id, categories });
      return body.data.map((item) => item.categories);
    };
    const few = await given([SPORTS, COOKING]);
    expect(few.map(([{ name }]: Json[]) => name)).toEqual(['Sports', 'Cooking']);
    expect(await given(FIVE)).toEqual(few);
  });

  it('gives no more than what fits, however many are asked for', async () => {
    const document_id = ['match', 'pasta', 'stocks'];
    const { body } = await categorize({ document_id, categories: FIVE, max_categories: 5 });
    expect(body.data.map(namesOf)).toEqual([['Sports'], ['Cooking'], ['Wirtschaft']]);
  });

  it('gives none if none of several fits', async () => {
    const document_id = ['stars', 'olives'];
    const { body } = await categorize({ document_id, categories: [SPORTS, MONEY, RELIGION], max_categories: 3 });
    expect(body.data.map(namesOf)).toEqual([[], []]);
  });

  it('names all documents that do not exist', async () => {
    const answer = await categorize({ document_id: ['match', 'gone-1', 'gone-2'] });
    expectError(answer, 404, 'document_not_found');
    for (const id of ['gone-1', 'gone-2']) expect(answer.body.error.message).toContain(id);
  });

  it('does not know documents of tenants that the key is not bound to', async () => {
    const bound = await shared.clientWith({ tenants: 'mine' });
    const request = { document_id: ['match', 'foreign'], categories: CATEGORIES };
    expectError(await bound.categorize(request), 404, 'document_not_found');
  });
});

describe('refusing a request', () => {
  it.each([
    [{ document_id: [] }, { document_id: 'too_few_items' }],
    [{ document_id: Array(11).fill('a') }, { document_id: 'too_many_items' }],
    [{ categories: [] }, { categories: 'too_few_items' }],
    [{ categories: Array(21).fill(SPORTS) }, { categories: 'too_many_items' }],
    [{ categories: [{ ...SPORTS, name: '' }] }, { 'categories[0].name': 'parameter_too_short' }],
    [{ categories: [{ ...SPORTS, description: 'short' }] }, { 'categories[0].description': 'parameter_too_short' }],
    [{ categories: [SPORTS, COOKING, SPORTS] }, { 'categories[2].name': 'parameter_invalid' }],
    [{ categories: [SPORTS, { ...COOKING, name: 'Sports' }] }, { 'categories[1].name': 'parameter_invalid' }],
    [{ categories: [SPORTS, { name: 'a' }] }, { 'categories[1].description': 'parameter_missing' }],
    [
      { max_categories: 6, min_confidence_level: 'low' },
      { max_categories: 'parameter_too_large', min_confidence_level: 'parameter_invalid' },
    ],
  ])('says what is wrong with %j', async (request: Json, problems: Record<string, string>) => {
    expectProblems(await categorize({ document_id: ['match'], ...request }), problems);
  });
});
