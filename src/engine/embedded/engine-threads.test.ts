import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentWith, planFor } from '../contract/engine-contract.js';
import { flattenDocument } from '../document/flat-document.js';
import { EngineThreads } from './engine-threads.js';
import { type AddedSegment, emptyUpdate } from './index/live-segments.js';
import { unpackFindings } from './query/packed-findings.js';
import { type Bitset, emptyBitset } from './segment/bitset.js';
import { buildSegment } from './segment/build-segment.js';

let threads: EngineThreads;
let crashed: string[];

beforeEach(() => {
  crashed = [];
  threads = new EngineThreads({ queryThreads: 2, onCrash: (_, thread) => void crashed.push(thread) });
});

afterEach(() => threads.close());

function segmentOf(uid: number, id: string): AddedSegment {
  const data = buildSegment([flattenDocument({ document: documentWith({ id }), vectors: [] })]);
  return { uid, data, deleted: emptyBitset(1) };
}

async function ids(): Promise<string[]> {
  const found = await threads.query('find', { index: 'live', plan: planFor({}) });
  return unpackFindings(found).hits.map(({ id }) => id);
}

/** What each thread finds: two queries at a time go to different ones. */
const idsOfEach = () => Promise.all([ids(), ids()]);

/** Loses its methods on the way to another thread. */
const unreadableThere: Bitset = Object.setPrototypeOf({ length: 0 }, { slice: () => emptyBitset(1) });

it('answers no query from the state before an update that a thread failed to take', async () => {
  threads.publish('live', { ...emptyUpdate(), added: [segmentOf(1, 'old')] });
  expect(await idsOfEach()).toEqual([['old'], ['old']]);
  const added = [{ ...segmentOf(2, 'new'), deleted: unreadableThere }];
  threads.publish('live', { ...emptyUpdate(), removed: [1], added });
  for (const answer of await Promise.allSettled([ids(), ids()])) {
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'engine_unavailable' } });
  }
  expect(await idsOfEach()).toEqual([['new'], ['new']]);
  expect(crashed).toEqual(['query', 'query']);
});

/** The same for every thread that is started later. */
const neverReadable: Bitset = Object.setPrototypeOf({ length: 0 }, { slice: () => neverReadable });

it('refuses queries while no thread can be started, and answers again once one can', async () => {
  expect(threads.trouble).toBeNull();
  threads.publish('live', { ...emptyUpdate(), added: [{ ...segmentOf(1, 'old'), deleted: neverReadable }] });
  await expect
    .poll(() => threads.trouble, { timeout: 10_000 })
    .toMatchObject({ code: 'engine_unavailable', details: { retryAfterSeconds: 1 } });
  await expect(ids()).rejects.toMatchObject({ code: 'engine_unavailable' });
  threads.republish('live', [segmentOf(2, 'new')]);
  await expect.poll(() => threads.trouble, { timeout: 10_000 }).toBeNull();
  expect(await ids()).toEqual(['new']);
});

it('says that an update could not be sent, and leaves nothing of what was known once all is published again', async () => {
  threads.publish('live', { ...emptyUpdate(), added: [segmentOf(1, 'old')] });
  const next = segmentOf(2, 'new');
  const unsendable = { ...next, data: { ...next.data, method: () => {} } };
  expect(() => threads.publish('live', { ...emptyUpdate(), removed: [1], added: [unsendable] })).toThrow('cloned');
  expect(await idsOfEach()).toEqual([['old'], ['old']]);
  threads.republish('live', [next]);
  expect(await idsOfEach()).toEqual([['new'], ['new']]);
  expect(crashed).toEqual([]);
});
