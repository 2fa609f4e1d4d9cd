import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Change } from '../../../domain/document/document.js';
import { documentWith } from '../../contract/engine-contract.js';
import type { ChangeSource, Engine, PassagePlan, QueryPlan } from '../../engine.js';
import { openEmbeddedEngine } from '../embedded-engine.js';
import { EngineThreads } from '../engine-threads.js';

const DOCUMENTS = 100;
const PASSAGES = 500;
const DIMENSIONS = 8;
const folder = mkdtempSync(join(tmpdir(), 'sextant-'));
const opened: { engine: Engine; threads: EngineThreads }[] = [];

afterAll(async () => {
  for (const { engine, threads } of opened) {
    await engine.close();
    await threads.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Enough passages for a scan to be shared. */
const changes: Change[] = Array.from({ length: DOCUMENTS }, (_, document) => ({
  kind: 'put',
  sequence: document + 1,
  document: documentWith({ id: `d${document}` }),
  vectors: [
    {
      space: 'test',
      codes: Array.from({ length: PASSAGES }, (_, passage) =>
        Int8Array.from({ length: DIMENSIONS }, (_, i) => ((document * 31 + passage * 17 + i * i * 7) % 255) - 127),
      ),
    },
  ],
}));

async function* nothing(): AsyncGenerator<never> {}

const EMPTY_SOURCE: ChangeSource = {
  lastSequence: async () => 0,
  changesAfter: async () => nothing(),
  all: nothing,
  forgetChanges: async () => {},
};

async function engineWith(queryThreads: number): Promise<Engine> {
  const threads = new EngineThreads({ queryThreads, onCrash: () => {} });
  const engine = await openEmbeddedEngine({
    index: 'live',
    folder: join(folder, String(queryThreads)),
    source: EMPTY_SOURCE,
    threads,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  opened.push({ engine, threads });
  await engine.apply(changes);
  return engine;
}

function planWith(seed: number): PassagePlan {
  const vector = Float32Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(seed * 13 + i));
  const semantic = { vector, space: 'test', cutoff: 90, scale: { middle: 0.3, steepness: 5 } };
  return { scope: [], filter: null, semantic, limit: 50, timeLimit: 60_000 };
}

describe('query threads that help one another', () => {
  it('find what one thread finds, one query at a time and many at once', async () => {
    const [alone, team] = [await engineWith(1), await engineWith(3)];
    const plans = Array.from({ length: 24 }, (_, seed) => planWith(seed));
    const expected = await Promise.all(plans.map((plan) => alone.findPassages(plan)));
    for (const [i, plan] of plans.entries()) expect(await team.findPassages(plan)).toEqual(expected[i]);
    expect(await Promise.all(plans.map((plan) => team.findPassages(plan)))).toEqual(expected);
  });

  it('give documents that a filter leaves the scores that they have without it', async () => {
    const { engine } = opened[1];
    const ids = ['d3', 'd50', 'd77'];
    const filter = { must: [{ kind: 'ids' as const, values: ids }], mustNot: [], should: [], minimumShouldMatch: 0 };
    const { semantic } = planWith(5);
    const plan: QueryPlan = {
      scope: [],
      filter: null,
      sort: [],
      window: { offset: 0, limit: DOCUMENTS },
      facets: [],
      timeLimit: 60_000,
      text: { kind: 'search', words: null, semantic: { ...semantic, cutoff: 0 }, semanticShare: 1 },
    };
    const { hits } = await engine.find(plan);
    const filtered = await engine.find({ ...plan, filter });
    expect(filtered.total).toBe(ids.length);
    expect(filtered.hits).toEqual(hits.filter(({ id }) => ids.includes(id)));
  });
});
