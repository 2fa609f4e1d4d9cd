import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../src/domain/document/code-points.js';
import type { Change } from '../../src/domain/document/document.js';
import { ReferenceEngine } from '../../src/engine/contract/reference-engine.js';
import type { Findings, Hit } from '../../src/engine/engine.js';
import type { AnalysedPlan, AnalysedQuery } from '../../src/engine/query/analyse-query.js';
import { DUPLICATES } from '../../src/engine/ranking/ranking.js';
import { scoredDocument, scoredPlan } from './arbitraries.js';
import { type ReferenceScore, scoresOf } from './reference-scores.js';

type ScoredPlan = AnalysedPlan & { text: AnalysedQuery; window: { offset: number; limit: number } };
type Found = Pick<Findings, 'total' | 'hits' | 'facets'>;

/** An empty index that analysed plans can be asked of. */
export interface RankedIndex {
  write(changes: readonly Change[]): Promise<void> | void;
  find(plan: AnalysedPlan): Promise<Found> | Found;
}

interface RankingOptions {
  numRuns: number;
  /** Do not look for a smaller example of a failure, which takes long where an index is far away. */
  endOnFailure?: boolean;
  /** Leaves out of a plan what an engine does otherwise. */
  adapt?: (plan: ScoredPlan) => ScoredPlan;
}

/** More than any index of this suite holds. */
const EVERYTHING = { offset: 0, limit: 100 };
/** Tolerance of a score of 0 to 100: engines count in single precision. */
const PRECISION = 0.05;

/** What an engine must score that ranks by decision 9. */
export function rankingContract(
  name: string,
  open: () => Promise<RankedIndex> | RankedIndex,
  { numRuns, endOnFailure = false, adapt = (plan) => plan }: RankingOptions,
): void {
  describe(`${name}: the ranking of decision 9`, () => {
    it('scores every search as plain arithmetic over every document would', async () => {
      const batches = fc.array(fc.array(scoredDocument, { minLength: 1, maxLength: 10 }), {
        minLength: 1,
        maxLength: 3,
      });
      const plans = fc.array(scoredPlan.map(adapt), { minLength: 10, maxLength: 15 });
      await fc.assert(
        fc.asyncProperty(batches, plans, async (documents, asked) => {
          const index = await open();
          const reference = new ReferenceEngine();
          let sequence = 0;
          for (const batch of documents) {
            const changes = batch.map((stored) => ({ kind: 'put' as const, sequence: ++sequence, ...stored }));
            await index.write(changes);
            reference.apply(changes);
          }
          for (const plan of asked) await expectAgreement(index, reference, plan);
        }),
        { numRuns, endOnFailure },
      );
    });
  });
}

function referenceScores(
  reference: ReferenceEngine,
  { scope, text }: Pick<ScoredPlan, 'scope' | 'text'>,
  least?: number,
) {
  return scoresOf(text, reference.inScope(scope), reference.stored, least);
}

async function expectAgreement(index: RankedIndex, reference: ReferenceEngine, plan: ScoredPlan): Promise<void> {
  const scores = referenceScores(reference, plan);
  if (isTooClose(reference, plan)) return;
  const all = await index.find({ ...plan, window: EVERYTHING });
  const expected = reference.find({ ...plan, window: EVERYTHING }, new Set(scores.keys()));
  expect(all.total, `total of ${JSON.stringify(plan.text)}`).toBe(expected.total);
  expect(all.facets).toEqual(expected.facets);
  expect(all.hits.map(({ id }) => id).sort()).toEqual(expected.hits.map(({ id }) => id).sort());
  for (const hit of all.hits) expectScore(hit, scores.get(hit.id), plan.text);
  expect(all.hits).toEqual([...all.hits].sort(bestFirst));
  const page = await index.find(plan);
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
  const scores = referenceScores(reference, { ...plan, text: lower }, 0).values();
  return [...scores].some(({ score, passages }) =>
    [score, ...passages].some((one) => Math.abs(one - limit) < PRECISION),
  );
}

function expectScore(hit: Hit, expected: ReferenceScore | undefined, text: AnalysedQuery): void {
  const message = `${JSON.stringify(hit)} ${JSON.stringify(expected)} ${JSON.stringify(text)}`;
  expect(Math.abs((hit.score ?? Number.NaN) - (expected?.score ?? 0)), message).toBeLessThan(PRECISION);
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
