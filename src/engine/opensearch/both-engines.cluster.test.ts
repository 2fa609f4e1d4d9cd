import { beforeAll, describe, expect, it } from 'vitest';
import { ClusterDocuments } from '../../../testing/cluster-documents.js';
import { type LanguageSample, MULTILINGUAL_SAMPLES } from '../../../testing/multilingual-samples.js';
import { describeOnCluster } from '../../../testing/opensearch-cluster.js';
import { queryTools } from '../../../testing/query-tools.js';
import type { Change, Document } from '../../domain/document/document.js';
import { quantize } from '../../domain/document/vectors.js';
import type { Clause } from '../../domain/filter/filter.js';
import { queryParts } from '../../text/query/query-parts.js';
import { documentWith, planFor } from '../contract/engine-contract.js';
import { Indexer } from '../embedded/index/indexer.js';
import { LiveSegments } from '../embedded/index/live-segments.js';
import { findDocuments } from '../embedded/query/find-documents.js';
import { findPassages } from '../embedded/query/find-passages.js';
import type { Engine, FoundPassage, Hit, PassagePlan, QueryPlan, SemanticQuery, TextQuery } from '../engine.js';

const SPACE = 'test';
const SEMANTIC: SemanticQuery = {
  vector: Float32Array.from([1, 0.5, 2, 0.1]),
  space: SPACE,
  cutoff: 40,
  scale: { middle: 0.3, steepness: 8 },
};

/** What the contracts leave open because it is the embedded engine's own, and a user would still notice. */
describeOnCluster('both engines', (place) => {
  let engine: Engine;
  const segments = new LiveSegments();

  beforeAll(async () => {
    const documents = await ClusterDocuments.create(await place.open(), 'both');
    const changes = MULTILINGUAL_SAMPLES.flatMap(changesOf).map((change, i) => ({ ...change, sequence: i + 1 }));
    await documents.write(changes);
    await documents.refresh();
    segments.take(new Indexer('').apply(changes));
    engine = await documents.openEngine();
  });

  const expectSameHits = async (plan: QueryPlan) => {
    const embedded = findDocuments(segments.list(), plan, queryTools());
    const { total, hits, matched, relaxedPhrases } = await engine.find(plan);
    expect(total).toBe(embedded.total);
    expect(relaxedPhrases).toEqual(embedded.relaxedPhrases);
    expectSame(hits, embedded.hits);
    expect(termsIn(hits)).toEqual(termsIn(embedded.hits));
    expect(typosIn(matched)).toEqual(typosIn(embedded.matched));
  };

  const expectSamePassages = async (plan: PassagePlan) => {
    const embedded = findPassages(segments.list(), plan, queryTools());
    expectSame(await engine.findPassages(plan), embedded);
  };

  describe.each(MULTILINGUAL_SAMPLES.map((sample): [string, LanguageSample] => [sample.language, sample]))(
    'in %s',
    (language, { queries, typed }) => {
      const scope: Clause[] = [{ kind: 'terms', field: 'language', values: [language] }];
      const planOf = (text: TextQuery) =>
        planFor({ scope, text, sort: [{ field: '_score', order: 'desc', missing: '_last' }], window: EVERYTHING });

      it.each(queries)('find the same for %s', async (query) => {
        const words = { language, parts: queryParts(query), typos: 'forgiven' } as const;
        for (const semantic of [null, SEMANTIC]) {
          await expectSameHits(planOf({ kind: 'search', words, semantic, semanticShare: 0.6, explain: true }));
        }
        const text = query.replace(/["-]/g, ' ');
        await expectSamePassages({
          scope,
          filter: null,
          semantic: SEMANTIC,
          words: { language, text, typos: 'forgiven' },
          limit: 8,
          timeLimit: 60_000,
        });
      });

      it.each(typed)('suggest the same for %s', (text) =>
        expectSameHits(planOf({ kind: 'suggest', typed: text, language })),
      );
    },
  );
});

const EVERYTHING = { offset: 0, limit: 100 };

/** Each text as the title of one document and in the content of others, one of which is divided into passages. */
function changesOf({ language, texts }: LanguageSample): Change[] {
  return texts.flatMap((text, i): Change[] => {
    const next = texts[(i + 1) % texts.length];
    const content = `${text}. ${next}.`;
    const middle = text.length + 1;
    return [
      put({ id: `${language}-${i}`, language, title: text, content: next }, [[i, 1, 3, (i * i) % 7]]),
      {
        ...put({ id: `${language}-${i}-divided`, language, title: 'Untitled', content }, [
          [1, i, 3, 1],
          [i, 2, -1, 0.5],
        ]),
        passages: [
          { start: 0, end: middle },
          { start: middle + 1, end: content.length },
        ],
      },
    ];
  });
}

function put(fields: Partial<Document> & { id: string }, vectors: readonly number[][]): Change & { kind: 'put' } {
  const codes = vectors.map((vector) => quantize(Float32Array.from(vector)));
  return { kind: 'put', sequence: 0, document: documentWith(fields), vectors: [{ space: SPACE, codes }] };
}

type Scored = Pick<FoundPassage, 'id'> & { score: number | null; passage: number | null };

/** Scores of single precision are the same within a twentieth; what scores the same may come in any order. */
function expectSame(found: readonly Scored[], expected: readonly Scored[]): void {
  const placeOf = ({ id, passage }: Scored) => `${id} ${passage}`;
  const scores = new Map(expected.map((one) => [placeOf(one), one.score ?? 0]));
  expect(found.map(placeOf).sort()).toEqual([...scores.keys()].sort());
  for (const one of found) expect(one.score).toBeCloseTo(scores.get(placeOf(one))!, 1);
}

/** The matched terms of each hit, with weights to the percent. */
function termsIn(hits: readonly Hit[]): Record<string, string[]> {
  const terms = ({ explanation }: Hit) =>
    (explanation?.words?.terms ?? []).map(
      ({ word, kind, term, fields, weight }) => `${word} ${kind} ${term} ${fields.join()} ${weight.toFixed(2)}`,
    );
  return Object.fromEntries(hits.map((hit) => [hit.id, terms(hit).sort()]));
}

function typosIn(matched: Awaited<ReturnType<Engine['find']>>['matched']): string[] {
  return (matched?.typos ?? []).map(({ word, terms }) => `${word}: ${[...terms].sort().join(' ')}`).sort();
}
