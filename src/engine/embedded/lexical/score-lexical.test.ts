import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryTools } from '../../../../testing/query-tools.js';
import { documentWith } from '../../contract/engine-contract.js';
import { Deadline } from '../../deadline.js';
import { flattenDocument } from '../../document/flat-document.js';
import type { LexicalQuery } from '../../query/analyse-query.js';
import { COMMON_DOCUMENTS as COMMON } from '../../ranking/ranking.js';
import { fullBitset, hasBit } from '../segment/bitset.js';
import { buildSegment } from '../segment/build-segment.js';
import { Segment } from '../segment/segment.js';
import { LexicalScorer } from './score-lexical.js';

/** One for all tests, as a thread has one for all queries. */
const tools = queryTools();

type Texts = Record<string, { title?: string; content: string }>;

function scorerOf(texts: Texts, words: readonly string[], deadline: Deadline) {
  const documents = Object.entries(texts).map(([id, text]) => documentWith({ id, title: 'none', ...text }));
  const segment = new Segment(buildSegment(documents.map((document) => flattenDocument({ document, vectors: [] }))));
  const query: LexicalQuery = {
    language: 'en',
    words: words.map((word) => ({ term: word, stem: word, weight: 1, typos: true })),
    phrases: [],
    excludedWords: [],
    excludedPhrases: [],
    verbatim: null,
  };
  const scoped = [{ segment, scope: fullBitset(segment.documents) }];
  return { segment, scorer: new LexicalScorer(scoped, query, { ...tools, deadline }) };
}

function scoresOf(texts: Texts, ...words: string[]) {
  const { segment, scorer } = scorerOf(texts, words, new Deadline(10_000));
  const { bits, agreement } = scorer.score(0);
  const found = Object.keys(texts).map((id): [string, number | null] => {
    const document = segment.ids.find(id);
    return [id, hasBit(bits, document) ? agreement[document] : null];
  });
  return Object.fromEntries(found);
}

describe('scoring by words', () => {
  it('puts the word before its other forms, and those before typos', () => {
    const scores = scoresOf(
      {
        word: { content: 'a lantern here' },
        form: { content: 'two lanterns here' },
        typo: { content: 'a lantren here' },
      },
      'lantern',
    );
    expect(scores.word).toBeGreaterThan(scores.form!);
    expect(scores.form).toBeGreaterThan(scores.typo!);
  });

  it('never lets another form outrank the word, nor a typo the form, however often and wherever they stand', () => {
    const long = 'filler words that make a very long text '.repeat(500);
    const scores = scoresOf(
      {
        word: { content: `lantern ${long}` },
        form: { content: `lanterns ${long}` },
        forms: { title: 'lanterns lanterns', content: 'lanterns '.repeat(400) },
        typo: { title: 'lanterm lanterm', content: 'lanterm '.repeat(50) },
      },
      'lantern',
    );
    expect(scores.word).toBeGreaterThan(scores.forms!);
    expect(scores.form).toBeGreaterThan(scores.typo!);
  });

  it('puts what matches by words it has before what matches by typos alone, however rare the mistyped words', () => {
    const words = (having: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${having} ${i}`, { content: `${having} here` }]));
    const scores = scoresOf(
      {
        ...words('water', 30),
        ...words('lantern', 2),
        ...words('harbour', 2),
        ...words('nothing', 100),
        forms: { content: `waters ${'filler words that make a very long text '.repeat(500)}` },
        typos: { title: 'lanterm harbuor', content: 'lanterm harbuor '.repeat(50) },
      },
      'water',
      'lantern',
      'harbour',
    );
    expect(scores.typos).toBeGreaterThan(0);
    expect(scores['water 0']).toBeGreaterThan(scores.typos!);
    expect(scores.forms).toBeGreaterThan(scores.typos!);
  });

  it('puts what has any word before what has typos alone, also where it matches only with typos besides', () => {
    const words = (having: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${having} ${i}`, { content: `${having} here` }]));
    const scores = scoresOf(
      {
        ...words('water', 300),
        ...words('lantern', 2),
        ...words('harbour', 2),
        common: { content: `waters lanterm ${'filler words that make a very long text '.repeat(500)}` },
        typos: { title: 'lanterm harbuor', content: 'lanterm harbuor '.repeat(50) },
      },
      'water',
      'lantern',
      'harbour',
    );
    expect(scores['water 0']).toBeNull();
    expect(scores.typos).toBeGreaterThan(0);
    expect(scores.common).toBeGreaterThan(scores.typos!);
  });

  it('does so whatever words documents have', () => {
    const right = ['water', 'lantern', 'harbour'];
    const wrong = ['watre', 'lanterm', 'harbuor'];
    const text = fc.array(fc.constantFrom(...right, ...wrong, 'filler'), { minLength: 1, maxLength: 30 });
    const texts = fc.array(text, { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.nat(200), (some, common) => {
        // Each word is right somewhere, or its typos would count as the word; the first of them may be common.
        const plenty = Array.from({ length: common }, () => [right[0]]);
        const all = [...some, ...right.map((word) => [word]), ...plenty];
        const documents = Object.fromEntries(all.map((words, i) => [`${i}`, { content: words.join(' ') }]));
        const scores = scoresOf(documents, ...right);
        const found = all.flatMap((words, i) => {
          const score = scores[`${i}`];
          return score === null ? [] : [{ score, hasWord: words.some((word) => right.includes(word)) }];
        });
        const least = Math.min(...found.filter(({ hasWord }) => hasWord).map(({ score }) => score));
        expect(found.filter(({ hasWord, score }) => !hasWord && score >= least)).toEqual([]);
      }),
    );
  });

  it('takes a typo for the word where nobody has the word right', () => {
    const plenty = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`large ${i}`, { content: 'large things' }]),
    );
    const scores = scoresOf({ ...plenty, meant: { content: 'a zebra' } }, 'large', 'zebbra');
    expect(scores.meant).toBeGreaterThan(scores['large 0'] ?? 0);
  });

  it('matches a document with all words, and none that has none of them', () => {
    const scores = scoresOf({ both: { content: 'quick fox' }, none: { content: 'slow dog' } }, 'quick', 'fox');
    expect(scores.both).toBeGreaterThan(0);
    expect(scores.none).toBeNull();
  });

  it('looks for typos of a word only while few documents have it right', () => {
    const right = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`right ${i}`, { content: 'a lantern' }]));
    const wrong = { wrong: { content: 'a lantren' } };
    expect(scoresOf({ ...right(COMMON - 1), ...wrong }, 'lantern').wrong).toBeGreaterThan(0);
    expect(scoresOf({ ...right(COMMON), ...wrong }, 'lantern').wrong).toBeNull();
  });

  it('counts a common word only where it matters, and there in full', () => {
    const fillers = Array.from({ length: 300 }, (_, i) => [`filler ${i}`, { content: 'plain water' }]);
    const scores = scoresOf(
      {
        ...Object.fromEntries(fillers),
        rare: { content: 'zephyr stone' },
        both: { content: 'zephyr water' },
      },
      'zephyr',
      'water',
    );
    expect(scores.both).toBeGreaterThan(scores.rare!);
    expect(scores['filler 0']).toBeNull();
  });

  it('is not misled by what a query left behind that ran out of time', () => {
    const texts = { both: { content: 'quick fox' }, one: { content: 'quick dog' } };
    const expected = scoresOf(texts, 'quick', 'fox');
    const checks = { left: 2 };
    const impatient = { check: () => (checks.left-- > 0 ? undefined : expect.fail('out of time')) };
    expect(() => scorerOf(texts, ['quick', 'fox'], impatient as Deadline).scorer.score(0)).toThrow('out of time');
    expect(scoresOf(texts, 'quick', 'fox')).toEqual(expected);
  });

  it('stays on a scale of 0 to 100', () => {
    const scores = scoresOf({ a: { title: 'fox fox fox', content: 'fox '.repeat(1000) } }, 'fox');
    expect(scores.a).toBeLessThanOrEqual(100);
  });
});
