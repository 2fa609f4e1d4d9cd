import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryTools } from '../../../../testing/query-tools.js';
import { scoredDocument, scoredPlan } from '../../../../testing/ranking/arbitraries.js';
import { type ReferenceScore, scoresOf } from '../../../../testing/ranking/reference-scores.js';
import { compareText } from '../../../domain/document/code-points.js';
import type { Change } from '../../../domain/document/document.js';
import { ReferenceEngine } from '../../contract/reference-engine.js';
import type { Findings, Hit } from '../../engine.js';
import type { AnalysedPlan, AnalysedQuery } from '../../query/analyse-query.js';
import { DUPLICATES } from '../../ranking/ranking.js';
import { Indexer } from '../index/indexer.js';
import { LiveSegments } from '../index/live-segments.js';
import { runQuery } from './run-query.js';

type ScoredPlan = AnalysedPlan & { text: AnalysedQuery; window: { offset: number; limit: number } };

/** More than any index of this suite holds. */
const EVERYTHING = { offset: 0, limit: 100 };
/** Tolerance of a score of 0 to 100: the engine counts in single precision. */
const PRECISION = 0.05;

/** Segments as a query thread has them, without threads and files. */
class SegmentsInMemory {
  readonly #segments = new LiveSegments();
  readonly #indexer = new Indexer('');

  write(changes: readonly Change[]): void {
    this.#segments.take(this.#indexer.apply(changes));
  }

  find(plan: AnalysedPlan): Pick<Findings, 'total' | 'hits' | 'facets'> {
    return runQuery(this.#segments.list(), plan, queryTools());
  }
}

describe('the ranking of decision 9', () => {
  it('scores every search as plain arithmetic over every document would', () => {
    const batches = fc.array(fc.array(scoredDocument, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 3 });
    const plans = fc.array(scoredPlan, { minLength: 10, maxLength: 15 });
    fc.assert(
      fc.property(batches, plans, (documents, asked) => {
        const index = new SegmentsInMemory();
        const reference = new ReferenceEngine();
        let sequence = 0;
        for (const batch of documents) {
          const changes = batch.map((stored) => ({ kind: 'put' as const, sequence: ++sequence, ...stored }));
          index.write(changes);
          reference.apply(changes);
        }
        for (const plan of asked) expectAgreement(index, reference, plan);
      }),
      { numRuns: 50 },
    );
  });
});

function referenceScores(reference: ReferenceEngine, { scope, text }: Pick<ScoredPlan, 'scope' | 'text'>) {
  return scoresOf(text, reference.inScope(scope), reference.stored);
}

function expectAgreement(index: SegmentsInMemory, reference: ReferenceEngine, plan: ScoredPlan): void {
  const scores = referenceScores(reference, plan);
  if (isTooClose(reference, plan)) return;
  const all = index.find({ ...plan, window: EVERYTHING });
  const expected = reference.find({ ...plan, window: EVERYTHING }, new Set(scores.keys()));
  expect(all.total, `total of ${JSON.stringify(plan.text)}`).toBe(expected.total);
  expect(all.facets).toEqual(expected.facets);
  expect(all.hits.map(({ id }) => id).sort()).toEqual(expected.hits.map(({ id }) => id).sort());
  for (const hit of all.hits) expectScore(hit, scores.get(hit.id), plan.text);
  expect(all.hits).toEqual([...all.hits].sort(bestFirst));
  const page = index.find(plan);
  expect(page.total).toBe(all.total);
  expect(page.hits).toEqual(all.hits.slice(plan.window.offset, plan.window.offset + plan.window.limit));
}

/** Whether a document lies so near to a limit that the engine's precision decides on which side. */
function isTooClose(reference: ReferenceEngine, plan: ScoredPlan): boolean {
  const { text } = plan;
  const limit = text.kind === 'search' ? (text.semantic?.cutoff ?? null) : DUPLICATES.leastScore;
  if (limit === null) return false;
  const lower =
    text.kind === 'search' && text.semantic !== null ? { ...text, semantic: { ...text.semantic, cutoff: -1 } } : text;
  const scores = referenceScores(reference, { ...plan, text: lower }).values();
  return [...scores].some(({ score, passages }) =>
    [score, ...passages].some((one) => Math.abs(one - limit) < PRECISION),
  );
}

function expectScore(hit: Hit, expected: ReferenceScore | undefined, text: AnalysedQuery): void {
  expect(Math.abs((hit.score ?? Number.NaN) - (expected?.score ?? 0))).toBeLessThan(PRECISION);
  expect(hit.sortValues).toEqual([hit.score]);
  if (text.kind !== 'search' || text.semantic === null) expect(hit.passage).toBeNull();
  else {
    const passages = expected?.passages ?? [];
    const best = Math.max(...passages);
    if (best > text.semantic.cutoff) expect(best - passages[hit.passage ?? -1]).toBeLessThan(PRECISION);
  }
}

function bestFirst(a: Hit, b: Hit): number {
  return (b.score ?? 0) - (a.score ?? 0) || compareText(a.id, b.id);
}
