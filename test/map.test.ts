import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Answer, type Client, type Json, VERSION } from './harness/client.js';
import { expectError, expectProblems, expectSuccess } from './harness/expectations.js';
import { startService, temporaryFolder } from './harness/service.js';
import { useService } from './harness/service-under-test.js';

interface MapBody {
  state: string;
  progress: number | null;
  number_of_points: number;
  total_number_of_documents: number;
  points: { id: string[]; x: number[]; y: number[]; color: number[] | null };
  legend: { values: { value: unknown; count: number }[]; other_count: number; missing_count: number } | null;
  regions: { level: number; x: number; y: number; count: number; words: string[] }[];
}

const SEA = ['Tides', 'Waves', 'Currents', 'Coral reefs', 'Whales', 'Harbours', 'Lighthouses', 'Storms at sea'];
const KITCHEN = [
  'Bread',
  'Tomato sauce',
  'Noodles',
  'Roast chicken',
  'Apple pie',
  'Vegetable soup',
  'Pancakes',
  'Cheese',
];

const shared = useService();

function documents(): Json[] {
  const sea = SEA.flatMap((title, i) => [
    {
      id: `sea-${i}`,
      title: `${title} of the ocean`,
      content: `${title}: how the ocean, its salt water and its coasts behave.`,
    },
    {
      id: `sea-more-${i}`,
      title: `${title} seen from ships`,
      content: `Sailors on the ocean watch ${title.toLowerCase()} from their ship.`,
    },
  ]);
  const kitchen = KITCHEN.flatMap((title, i) => [
    {
      id: `kitchen-${i}`,
      title: `${title} from the oven`,
      content: `A recipe: how to cook ${title.toLowerCase()} in the kitchen.`,
    },
    {
      id: `kitchen-more-${i}`,
      title: `${title} for dinner`,
      content: `Cook ${title.toLowerCase()} for your guests; a recipe with garlic.`,
    },
  ]);
  return [
    ...sea.map((document, i) => ({ ...document, tenant_id: 'sea', metadata: { topic: 'sea', number: i } })),
    ...kitchen.map((document) => ({ ...document, tenant_id: 'kitchen', metadata: { topic: 'kitchen' } })),
  ];
}

const ask = (client: Client, request: Json = {}): Promise<Answer> => client.post(`${VERSION}/map`, request);

/** The map when it is made, and nothing newer is on its way. */
async function mapFor(client: Client, request: Json = {}): Promise<MapBody> {
  for (;;) {
    const answer = await ask(client, request);
    expectSuccess(answer, 'document_map');
    const body: MapBody = JSON.parse(answer.text);
    if (body.state !== 'computing' && body.progress === null) return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** What the service says of the map that it is making. Making one takes much longer than asking. */
async function activityOfMap(client: Client): Promise<Json> {
  for (;;) {
    const { text } = await client.get(`${VERSION}/activity`);
    const found = JSON.parse(text).data.find(({ kind }: Json) => kind === 'map');
    if (found !== undefined) return found;
  }
}

/** The point that lies nearest to each. */
function nearest({ points: { id, x, y } }: MapBody): Map<string, string> {
  const distance = (one: number, other: number) => Math.hypot(x[one] - x[other], y[one] - y[other]);
  return new Map(
    id.map((name, one) => {
      const others = id.map((_, other) => other).filter((other) => other !== one);
      return [name, id[others.reduce((best, other) => (distance(one, other) < distance(one, best) ? other : best))]];
    }),
  );
}

const kind = (id: string) => id.split('-')[0];

it('is empty before there are documents', async () => {
  expect(await mapFor(shared.client)).toMatchObject({
    state: 'empty',
    number_of_points: 0,
    total_number_of_documents: 0,
  });
});

it('puts documents beside similar ones, and names regions by their words', async () => {
  await shared.client.importDocuments(documents());
  const [map, activity] = await Promise.all([mapFor(shared.client), activityOfMap(shared.client)]);
  expect(activity).toMatchObject({ kind: 'map', mode: 'live', status: 'running', progress: expect.any(Number) });
  expect(map).toMatchObject({ state: 'ready', number_of_points: 32, total_number_of_documents: 32, legend: null });
  const alike = [...nearest(map)].filter(([id, other]) => kind(id) === kind(other));
  expect(alike.length).toBeGreaterThanOrEqual(30);
  for (const place of [...map.points.x, ...map.points.y]) expect(place >= 0 && place <= 1).toBe(true);
  const words = map.regions.flatMap((region) => region.words);
  expect(words).toContain('ocean');
  expect(words.some((word) => ['oven', 'cook', 'recipe', 'dinner'].includes(word))).toBe(true);
  expect(map.regions.every(({ level }) => level === 1 || level === 2)).toBe(true);
});

it('colours points by a field, and shows what a filter leaves', async () => {
  const map = await mapFor(shared.client, { color_by: 'metadata.topic' });
  expect(map.legend).toEqual({
    values: [
      { value: 'kitchen', count: 16 },
      { value: 'sea', count: 16 },
    ],
    other_count: 0,
    missing_count: 0,
  });
  expect(map.points.id.map((id, i) => [kind(id), map.points.color?.[i]])).toEqual(
    map.points.id.map((id) => [kind(id), kind(id) === 'kitchen' ? 0 : 1]),
  );
  const filter = { must: [{ term: { 'metadata.topic': 'sea' } }] };
  const narrowed = await mapFor(shared.client, { filter, color_by: 'metadata.number' });
  expect(narrowed).toMatchObject({ number_of_points: 16, legend: { other_count: 4, missing_count: 0 } });
  expect(narrowed.legend?.values).toHaveLength(12);
  const dates = await mapFor(shared.client, { color_by: 'created_at' });
  expect(dates.legend?.values.reduce((sum, { count }) => sum + count, 0)).toBe(32);
  expect(String(dates.legend?.values[0].value)).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

it('refuses what it does not know', async () => {
  const answer = await ask(shared.client, { color_by: 'topic', filter: { musst: [] }, limit: 3 });
  expectProblems(answer, {
    color_by: 'parameter_invalid',
    'filter.musst': 'filter_invalid',
    limit: 'parameter_unknown',
  });
  const content = await ask(shared.client, { color_by: 'content' });
  expect(JSON.stringify(content.body)).toContain('content is a text, without values of its own');
});

it('shows a key nothing of other tenants: no document, no number, no word', async () => {
  const client = await shared.clientWith({ tenants: 'sea' });
  const map = await mapFor(client, { color_by: 'tenant_id' });
  expect(map).toMatchObject({ number_of_points: 16, total_number_of_documents: 16 });
  expect(map.legend?.values).toEqual([{ value: 'sea', count: 16 }]);
  expect(JSON.stringify(map)).not.toMatch(/kitchen|oven|recipe|dinner|cook|garlic/i);
  expectError(await ask(client, { tenant_id: ['kitchen'] }), 403, 'tenant_not_allowed');
  const nothing = await shared.clientWith({ tenants: 'elsewhere' });
  expect(await mapFor(nothing)).toMatchObject({ state: 'empty', progress: null, total_number_of_documents: 0 });
});

it('follows changes at once: what is new, what has moved to another tenant, what is gone', async () => {
  const client = await shared.clientWith({ tenants: 'sea' });
  const note = {
    title: 'Dolphins of the ocean',
    content: 'Dolphins swim in the salt water of the ocean.',
    tenant_id: 'sea',
  };
  await shared.client.addDocument({ id: 'sea-new', ...note });
  const added = await mapFor(client);
  expect(added.points.id).toContain('sea-new');
  expect(kind(nearest(await mapFor(shared.client)).get('sea-new') ?? '')).toBe('sea');
  await shared.client.updateDocument('sea-new', { tenant_id: 'kitchen' });
  expect((await mapFor(client)).points.id).not.toContain('sea-new');
  await shared.client.deleteDocument('sea-new');
  expect((await mapFor(shared.client)).points.id).not.toContain('sea-new');
});

/**
 * A file that Node loads first in every thread. When `trigger` exists, the thread of the map keeps its callers waiting, and crashes.
 */
function crasher(trigger: string): string {
  return `const fs = require('node:fs');
  const { isMainThread } = require('node:worker_threads');
  if (!isMainThread) setInterval(() => {
    const isOfMap = process.argv[1]?.endsWith('map-thread.js');
    if (!isOfMap || !fs.existsSync(${JSON.stringify(trigger)})) return;
    fs.unlinkSync(${JSON.stringify(trigger)});
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
    throw new Error('crashed for a test');
  }, 20).unref();`;
}

it('is still there after a restart, the same as before, and after a crash of its thread', async () => {
  const made = await mapFor(shared.client);
  await shared.service.stop();
  const folder = await temporaryFolder();
  const trigger = join(folder, 'crash');
  await writeFile(join(folder, 'crasher.cjs'), crasher(trigger));
  const restarted = await startService({
    folder: shared.service.folder,
    environment: { NODE_OPTIONS: `--require ${join(folder, 'crasher.cjs')}` },
  });
  try {
    const answer = await ask(restarted.client);
    expect(JSON.parse(answer.text)).toMatchObject({ state: 'ready', progress: null, points: made.points });
    await writeFile(trigger, '');
    while (existsSync(trigger)) await new Promise((resolve) => setTimeout(resolve, 20));
    const refused = await ask(restarted.client);
    expectError(refused, 503, 'overloaded');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await mapFor(restarted.client)).toMatchObject({ state: 'ready', points: made.points });
  } finally {
    await restarted.dispose();
    await rm(folder, { recursive: true, force: true });
  }
});
