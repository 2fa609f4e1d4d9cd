import * as fc from 'fast-check';
import { type DocumentVectors, quantize } from '../../src/domain/document/vectors.js';
import { anyDocument, anyId, anyPlan } from '../../src/engine/contract/arbitraries.js';
import type { StoredDocument } from '../../src/engine/contract/reference-engine.js';
import type { SemanticQuery } from '../../src/engine/engine.js';
import type { AnalysedPlan, AnalysedQuery, LexicalQuery, QueryWord } from '../../src/engine/query/analyse-query.js';
import { analyze } from '../../src/text/analysis/analyze.js';

const SPACE = 'test';
const DIMENSIONS = 12;
const SCALE = { middle: 0.3, steepness: 8 };

/** Some share a stem, so that forms of one word meet. */
const VOCABULARY = 'moon moons tide tides tidal ocean oceans sail sailing wind harbour rope well-known 東京'.split(' ');
const someWords = (least: number, most: number) =>
  fc.array(fc.constantFrom(...VOCABULARY), { minLength: least, maxLength: most }).map((words) => words.join(' '));

/** Whole numbers shrink well, and the same vector comes up twice now and then. */
const vector = fc
  .array(fc.integer({ min: -50, max: 50 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((values) => Float32Array.from(values));

/** By one encoder, or by two while one takes the place of the other. */
const vectors: fc.Arbitrary<DocumentVectors[]> = fc
  .subarray([SPACE, 'other'])
  .chain((spaces) => fc.tuple(...spaces.map(vectorsOf)));

function vectorsOf(space: string): fc.Arbitrary<DocumentVectors> {
  return fc.array(vector, { maxLength: 3 }).map((vectors) => ({ space, codes: vectors.map(quantize) }));
}

export const scoredDocument: fc.Arbitrary<StoredDocument> = fc.record({
  document: fc
    .record({ document: anyDocument(), title: someWords(1, 4), content: fc.option(someWords(0, 20), { freq: 8 }) })
    .map(({ document, title, content }) => ({ ...document, title, content })),
  vectors,
});

const distinctWords = (most: number): fc.Arbitrary<QueryWord[]> =>
  someWords(0, most).map((text) => {
    const words = analyze(text, 'en').map(({ term, stem, kind }): [string, QueryWord] => [
      term,
      { term, stem, weight: kind === 'word' ? 1 : 0.4, typos: false },
    ]);
    return [...new Map(words).values()];
  });
const fewWords = distinctWords(4);
/** Long queries are weighed differently. */
const queryWords = fc.oneof({ weight: 3, arbitrary: fewWords }, { weight: 1, arbitrary: distinctWords(30) });
const phraseParts = {
  terms: someWords(2, 2).map((text) => analyze(text, 'en').map(({ term }) => term)),
  of: fc.constantFrom('words' as const, 'pairs' as const),
};
const phrase = fc.record(phraseParts);

const lexical: fc.Arbitrary<LexicalQuery> = fc.record({
  language: fc.constant('en'),
  words: queryWords.filter((words) => words.length > 0),
  phrases: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.tuple(phrase) }),
  excludedWords: fewWords.map((words) => words.slice(3)),
  excludedPhrases: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.tuple(phrase) }),
  verbatim: fc.option(
    fc.record({ ...phraseParts, steps: fc.constantFrom([1], [2], [3]), lift: fc.constantFrom(0.35, 0.9) }),
    { freq: 2 },
  ),
});

const semantic: fc.Arbitrary<SemanticQuery> = fc.record({
  vector,
  space: fc.constant(SPACE),
  cutoff: fc.integer({ min: 0, max: 90 }),
  scale: fc.constant(SCALE),
});

const source = fc.record({ id: anyId, weight: fc.constantFrom(1, 0.5, 0.1) });

const textQuery: fc.Arbitrary<AnalysedQuery> = fc.oneof(
  fc.record({
    kind: fc.constant('search' as const),
    lexical: fc.option(lexical),
    forms: fc.constant({ words: [], phrases: [] }),
    semantic: fc.option(semantic),
    semanticShare: fc.constantFrom(0.2, 0.6, 0.8),
  }),
  fc.record({
    kind: fc.constant('similar' as const),
    sources: fc.uniqueArray(source, { minLength: 1, maxLength: 3, selector: ({ id }) => id }),
    space: fc.constant(SPACE),
    scale: fc.constant(SCALE),
  }),
  fc.record({
    kind: fc.constant('duplicates' as const),
    id: anyId,
  }),
);

/** Plans as searches make them: within one language, best first. */
export const scoredPlan: fc.Arbitrary<
  AnalysedPlan & { text: AnalysedQuery; window: { offset: number; limit: number } }
> = fc.record({ plan: anyPlan, text: textQuery }).map(({ plan, text }) => ({
  ...plan,
  text,
  scope: [...plan.scope, { kind: 'terms', field: 'language', values: ['en'] }],
  sort: [{ field: '_score', order: 'desc', missing: '_last' }],
}));
