import { expect } from 'vitest';
import type { Client } from '../harness/client.js';
import type { SteadyClients } from '../harness/steady-clients.js';
import type { Refusal } from '../harness/until-done.js';

const PAGE = 100;

/** Every acknowledged document can be read and is found, and nothing was refused in another way than for the moment. */
export async function expectAllKept({
  client,
  word,
  acknowledged,
  refusals,
  blindSearches,
}: SteadyClients): Promise<void> {
  expectClear(refusals);
  expect(blindSearches).toEqual([]);
  await expectFound(client, word, acknowledged);
}

/** Nothing was refused in another way than for the moment. */
export function expectClear(refusals: readonly Refusal[]): void {
  const unclear = refusals.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0));
  expect(unclear).toEqual([]);
}

/** The documents that a word is in are these and no others; each can be read. */
export async function expectFound(client: Client, word: string, ids: ReadonlySet<string>): Promise<void> {
  const found: string[] = [];
  for (let page: number | null = 1; page !== null; ) {
    const { body, text, status }: Awaited<ReturnType<Client['search']>> = await client.search({
      ...{ query: word, search_type: 'lexical', limit: PAGE, page, sort: [{ id: 'asc' }] },
    });
    expect(status, text).toBe(200);
    found.push(...body.data.map(({ id }) => id));
    page = body.next_page;
  }
  expect(new Set(found)).toEqual(ids);
  expect(found).toHaveLength(ids.size);
  const unread: string[] = [];
  for (const id of ids) {
    if ((await client.getDocument(id)).status !== 200) unread.push(id);
  }
  expect(unread).toEqual([]);
}
