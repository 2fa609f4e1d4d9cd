import { afterAll, expect, it } from 'vitest';
import type { DocumentWithVectors } from '../../../domain/document/document.js';
import { documentWith } from '../../contract/engine-contract.js';
import { documentIndexing, indexingThread } from './document-indexing.js';
import { searchFieldsAsJson } from './search-fields.js';

const thread = indexingThread();
afterAll(() => thread.close());
const indexing = documentIndexing(thread);

/** Its vectors are views into a larger batch, as they come from the encoder. */
function stored(id: string, content: string | null): DocumentWithVectors {
  const batch = Int8Array.from({ length: 64 }, (_, index) => index - 32);
  const codes = [batch.subarray(4, 8), batch.subarray(8, 12)];
  const metadata = JSON.parse('{ "year": 2020, "__proto__": "kept", "half": "\\ud800" }');
  return {
    document: documentWith({ id, title: 'Glacier notes', content, metadata }),
    vectors: [{ space: 'a b', codes }],
  };
}

const short = stored('short', 'A glacier is a river of ice.');
const empty = stored('empty', null);
const unspaced = stored('unspaced', '冰川是冰的河流。');
const long = stored('long', 'Glaciers carve valleys. '.repeat(4_000));

it('makes the same fields of small documents, at once, and of large ones, in its thread', async () => {
  const many = Array.from({ length: 45 }, (_, number) => stored(`many ${number}`, `Glacier ${number}`));
  for (const documents of [[], [short], [empty], [unspaced], [long], [short, long, empty, long, unspaced], many]) {
    expect(await indexing.fields(documents)).toEqual(searchFieldsAsJson(documents));
  }
});

it('lets others have their turn while it analyses', async () => {
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  await indexing.fields([long, long, long]);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(10);
});

it('has no id, which the storage adds', async () => {
  const [json] = await indexing.fields([short]);
  expect(JSON.parse(json)).not.toHaveProperty('id');
});
