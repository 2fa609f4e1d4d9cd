import { join } from 'node:path';
import { dayOf, type QueryLogEntry } from '../../src/domain/search/query-log.js';
import { type Curation, RULE_LIMITS, type SearchRule, type Synonym } from '../../src/domain/search/search-rule.js';
import { writeMap } from '../../src/operations/map/map-file.js';
import { MapPoints } from '../../src/operations/map/map-points.js';
import { emptyFigures, FIGURES } from '../../src/operations/statistics/figures.js';
import { KEPT } from '../../src/operations/statistics/statistics.js';
import { mapFolder, statisticsFolder } from '../../src/storage/data-folder.js';
import { openLmdbStorage } from '../../src/storage/lmdb/open.js';
import { RingFile } from '../../src/storage/ring-file.js';
import type { KeyRecord, RuleStorage } from '../../src/storage/storage.js';

/** When everything here was made. Documents have it too: then the map knows them as they are. */
export const MADE_AT = Date.parse('2026-01-01T00:00:00Z');

/** Of everything that a folder may hold as much as its limits allow, or as much as large installations have. */
export const AMOUNTS = { loggedQueries: 200_000, rules: 10_000, keys: 5_000 } as const;
const LOGGED_PER_DAY = 10_000;
const WRITTEN_AT_ONCE = 500;

/** Puts everything but documents into a data folder that no service uses. */
export async function fillFolder(folder: string): Promise<void> {
  const storage = await openLmdbStorage({ folder });
  try {
    await storage.queryLog('live').add(Array.from({ length: AMOUNTS.loggedQueries }, (_, i) => logged(i)));
    await fillRules(storage.synonyms('live'), synonym);
    await fillRules(storage.curations('live'), curation);
    await inParts(AMOUNTS.keys, (i) => storage.keys.put(key(i)));
  } finally {
    await storage.close();
  }
  await fillHistory(folder);
}

/** A map of documents that has been laid out. Where they lie and what their vectors are makes no difference to showing them. */
export async function writeMapOf(folder: string, documents: readonly { id: string; title: string }[]): Promise<void> {
  const map = new MapPoints(await servedSpace(folder), 1);
  const codes = [Int8Array.from({ length: 384 }, (_, i) => (i % 7) - 3)];
  const placed = documents.map(({ id, title }) =>
    map.add({ id, tenantId: 'bench', language: 'en', updatedAt: MADE_AT, title, beginning: '', codes }),
  );
  map.takeLayout(
    placed,
    Float32Array.from({ length: 2 * placed.length }, (_, i) => Math.sin(i * i)),
  );
  writeMap(join(mapFolder(folder), 'live.map'), map);
}

async function servedSpace(folder: string): Promise<string> {
  const storage = await openLmdbStorage({ folder });
  try {
    const spaces = await storage.vectorSpaces.get();
    if (spaces === null) throw new Error('No service has used this folder yet.');
    return spaces.served.space;
  } finally {
    await storage.close();
  }
}

/** An hour after the other, for a year. */
async function fillHistory(folder: string): Promise<void> {
  const { name, stepMilliseconds, keptMilliseconds } = KEPT[KEPT.length - 1];
  const capacity = keptMilliseconds / stepMilliseconds;
  const path = join(statisticsFolder(folder), `${name}.ring`);
  const history = new RingFile({ path, stepMilliseconds, capacity, columns: FIGURES });
  const last = Math.floor(Date.now() / stepMilliseconds);
  const rows = Array.from({ length: capacity - 1 }, (_, i) => ({
    time: (last - capacity + 1 + i) * stepMilliseconds,
    values: emptyFigures().map((_, column) => (i * column) % 1000),
  }));
  await history.write(rows);
}

async function inParts(count: number, writeOne: (i: number) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < count; start += WRITTEN_AT_ONCE) {
    const length = Math.min(WRITTEN_AT_ONCE, count - start);
    await Promise.all(Array.from({ length }, (_, i) => writeOne(start + i)));
  }
}

function fillRules<Rule extends SearchRule>(storage: RuleStorage<Rule>, make: (i: number) => Rule): Promise<void> {
  return inParts(AMOUNTS.rules, (i) => {
    const rule = make(i);
    return storage.write({ id: rule.id, decide: () => rule });
  });
}

function logged(i: number): QueryLogEntry {
  const today = dayOf(Date.now());
  const query = `what is known about ${i} and its effects`;
  const found = { count: 1 + (i % 50), results: 10 * i, milliseconds: 8 * i, lastTime: Date.now(), lastResults: 10 };
  return { day: today - Math.floor(i / LOGGED_PER_DAY), tenants: null, query, isEmpty: false, ...found };
}

function synonym(i: number): Synonym {
  const equivalent = [`gadget ${i}`, `device number ${i}`, `thing${i}`];
  return { id: `synonym-${i}`, tenantId: null, createdAt: i, language: null, equivalent, from: null, to: null };
}

/** Every hundredth hides as many documents as one may. */
function curation(i: number): Curation {
  const ids = (length: number) => Array.from({ length }, (_, place) => `document-of-curation-${i}-${place}`);
  const [pin, hide] = [ids(10), ids(i % 100 === 0 ? RULE_LIMITS.hides : 20)];
  return { id: `curation-${i}`, tenantId: null, createdAt: i, query: `offer ${i}`, match: 'contains', pin, hide };
}

function key(i: number): KeyRecord {
  return {
    id: `key_${i}`,
    name: `Key ${i}`,
    mode: 'live',
    hash: `hash of ${i}`,
    scopes: ['read'],
    tenants: null,
    expiresAt: null,
    rateLimit: null,
    createdAt: i,
    revokedAt: null,
  };
}
