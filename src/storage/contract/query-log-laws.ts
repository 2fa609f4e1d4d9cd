import { expect } from 'vitest';
import { collect } from '../../../testing/stored-samples.js';
import type { QueryLogEntry } from '../../domain/search/query-log.js';
import type { QueryLogStorage } from '../query-log-storage.js';
import type { LawBook } from './law-book.js';

const DAY = 20_000;

export function logEntryWith(fields: Partial<QueryLogEntry> = {}): QueryLogEntry {
  return {
    day: DAY,
    tenants: null,
    query: 'tides',
    isEmpty: false,
    count: 1,
    results: 3,
    milliseconds: 2.5,
    lastTime: 1000,
    lastResults: 3,
    ...fields,
  };
}

async function entriesOf(log: QueryLogStorage, from = DAY, to = DAY): Promise<QueryLogEntry[]> {
  return (await collect(log.entries({ from, to })))
    .flat()
    .sort((a, b) => a.day - b.day || (a.query < b.query ? -1 : 1));
}

export function allLogged(log: QueryLogStorage): Promise<QueryLogEntry[]> {
  return entriesOf(log, 0, DAY + 1000);
}

/** What was searched for. */
export function queryLogLaws({ law, open, newPlace }: LawBook): void {
  law('adds up the log of a query, and keeps it when it is closed and opened again', async () => {
    const place = newPlace();
    const storage = await open(place);
    const log = storage.queryLog('live');
    await log.add([logEntryWith(), logEntryWith({ lastTime: 900, lastResults: 1, results: 1 })]);
    await log.add([logEntryWith({ count: 2, results: 10, milliseconds: 4, lastTime: 2000, lastResults: 7 })]);
    const expected = logEntryWith({ count: 4, results: 14, milliseconds: 9, lastTime: 2000, lastResults: 7 });
    expect(await entriesOf(log)).toEqual([expected]);
    await storage.close();
    expect(await entriesOf((await open(place)).queryLog('live'))).toEqual([expected]);
  });

  law('keeps queries, tenants, days, modes and empty results in the log apart', async () => {
    const storage = await open();
    const log = storage.queryLog('live');
    const apart = [
      logEntryWith(),
      logEntryWith({ isEmpty: true, results: 0, lastResults: 0 }),
      logEntryWith({ tenants: [] }),
      logEntryWith({ tenants: ['a'] }),
      logEntryWith({ tenants: ['a', 'b'] }),
      logEntryWith({ tenants: ['a","b'] }),
      logEntryWith({ query: 'tide' }),
      logEntryWith({ query: '' }),
      logEntryWith({ query: 'lone \ud800 surrogate \0' }),
      logEntryWith({ query: 'x'.repeat(300) }),
    ];
    await log.add(apart);
    await storage.queryLog('test').add([logEntryWith({ query: 'of the other mode' })]);
    await log.add([logEntryWith({ day: DAY + 1 })]);
    const found = await entriesOf(log);
    const texts = (entries: readonly QueryLogEntry[]) => entries.map((one) => JSON.stringify(one)).sort();
    expect(texts(found)).toEqual(texts(apart));
    expect(await log.count()).toBe(apart.length + 1);
    expect(await entriesOf(storage.queryLog('test'))).toHaveLength(1);
  });

  law('reads the log of the days that are asked for, and forgets those before a day', async () => {
    const log = (await open()).queryLog('live');
    const days = [DAY - 1, DAY, DAY + 1, DAY + 9];
    await log.add(days.map((day) => logEntryWith({ day })));
    const daysIn = async (from: number, to: number) => (await entriesOf(log, from, to)).map(({ day }) => day);
    expect(await daysIn(DAY, DAY + 1)).toEqual([DAY, DAY + 1]);
    expect(await daysIn(DAY + 2, DAY + 8)).toEqual([]);
    expect(await daysIn(0, 900_000)).toEqual(days);
    await log.expire(DAY + 1);
    expect(await daysIn(0, 900_000)).toEqual([DAY + 1, DAY + 9]);
    expect(await log.count()).toBe(2);
  });

  law('adds more entries to the log than one commit takes, also at the same time', async () => {
    const log = (await open()).queryLog('live');
    const many = Array.from({ length: 700 }, (_, i) => logEntryWith({ query: `query ${i}` }));
    await Promise.all([log.add(many), log.add(many)]);
    const found = await entriesOf(log);
    expect(found).toHaveLength(many.length);
    expect(found.every(({ count, results }) => count === 2 && results === 6)).toBe(true);
    await log.expire(DAY + 1);
    expect(await log.count()).toBe(0);
  });
}
