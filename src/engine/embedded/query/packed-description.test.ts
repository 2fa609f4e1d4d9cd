import { expect, it } from 'vitest';
import type { MetadataField } from '../../engine.js';
import { packDescription, unpackDescription } from './packed-description.js';

function fieldNumber(i: number): MetadataField {
  const examples = [i, `größe 😀 ${i}`, i % 2 === 0];
  const types: MetadataField['types'] = ['boolean', 'number', 'string'];
  const counts = { documentCount: i, distinctCount: 3 };
  return { field: `metadata.field ${i}`, types, array: i % 3 === 0, ...counts, examples, min: i, max: null };
}

it.each([0, 1, 99, 100, 101, 2500])('descriptions of %i fields come back as they were', async (count) => {
  const description = { totalDocuments: 7, fields: Array.from({ length: count }, (_, i) => fieldNumber(i)) };
  expect(await unpackDescription(structuredClone(packDescription(description)))).toStrictEqual(description);
});
