import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../domain/sort/text-order.js';
import type { Engine, Hit, QueryPlan, TextQuery } from '../engine.js';
import type { EngineUnderTest } from './engine-contract.js';
import { ReferenceEngine } from './reference-engine.js';
import type { ReferenceScore } from './reference-scores.js';
import { scoredDocument, scoredPlan } from './scoring-arbitraries.js';

type ScoredPlan = QueryPlan & { text: TextQuery };

/** More than any index of this suite holds. */
const EVERYTHING = { offset: 0, limit: 100 };
/** Of a score of 0 to 100. An engine may count in single precision. */
const PRECISION = 0.05;
const LEAST_SCORE_OF_A_DUPLICATE = 50;

/** What any engine must find and how it must score it, whatever it is made of. */
export function scoringContract(name: string, open: () => Promise<EngineUnderTest>): void {
  describe(`${name}: the scoring contract`, () => {
    it('scores every search as a look at every document would', async () => {
      const batches = fc.array(fc.array(scoredDocument, { minLength: 1, maxLength: 10 }), {
        minLength: 1,
        maxLength: 3,
      });
      const plans = fc.array(scoredPlan, { minLength: 10, maxLength: 15 });
      await fc.assert(
        fc.asyncProperty(batches, plans, async (documents, asked) => {
          const index = await open();
          try {
            const reference = new ReferenceEngine();
            let sequence = 0;
            for (const batch of documents) {
              const changes = batch.map((stored) => ({ kind: 'put' as const, sequence: ++sequence, ...stored }));
              await index.write(changes);
              reference.apply(changes);
            }
            for (const plan of asked) await expectAgreement(index.engine, reference, plan);
          } finally {
            await index.dispose();
          }
        }),
        { numRuns: 50 },
      );
    });
  });
}

async function expectAgreement(engine: Engine, reference: ReferenceEngine, plan: ScoredPlan): Promise<void> {
  const scores = reference.scores(plan) ?? new Map<string, ReferenceScore>();
  if (isTooClose(reference, plan)) return;
  const all = await engine.find({ ...plan, window: EVERYTHING });
  const expected = reference.find({ ...plan, window: EVERYTHING });
  expect(all.total, `total of ${JSON.stringify(plan.text)}`).toBe(expected.total);
  expect(all.facets).toEqual(expected.facets);
  expect(all.hits.map(({ id }) => id).sort()).toEqual(expected.hits.map(({ id }) => id).sort());
  for (const hit of all.hits) expectScore(hit, scores.get(hit.id), plan.text);
  expect(all.hits).toEqual([...all.hits].sort(bestFirst));
  const page = await engine.find(plan);
  expect(page.total).toBe(all.total);
  expect(page.hits).toEqual(all.hits.slice(plan.window.offset, plan.window.offset + plan.window.limit));
}

/** Whether a document lies so near to a limit that the engine's precision decides on which side. */
function isTooClose(reference: ReferenceEngine, plan: ScoredPlan): boolean {
  const { text } = plan;
  const limit = text.kind === 'search' ? (text.semantic?.cutoff ?? null) : LEAST_SCORE_OF_A_DUPLICATE;
  if (text.kind === 'similar' || limit === null) return false;
  const lower =
    text.kind === 'search' && text.semantic !== null ? { ...text, semantic: { ...text.semantic, cutoff: -1 } } : text;
  const scores = reference.scores({ ...plan, text: lower })?.values() ?? [];
  return [...scores].some(({ score, passages }) =>
    [score, ...passages].some((one) => Math.abs(one - limit) < PRECISION),
  );
}

function expectScore(hit: Hit, expected: ReferenceScore | undefined, text: TextQuery): void {
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
