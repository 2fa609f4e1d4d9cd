import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareText } from '../../../domain/document/code-points.js';
import { documentWith } from '../../contract/engine-contract.js';
import { flattenDocument } from '../../document/flat-document.js';
import { compareValues } from '../../values/compare-values.js';
import { decodeValue, encodeValue, metadataEntries } from './metadata-entries.js';

const value = fc.oneof(fc.string({ unit: 'binary' }), fc.double({ noNaN: true }), fc.integer(), fc.boolean());

it('encodes values so that they sort as values do', () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(Math.sign(compareText(encodeValue(a), encodeValue(b)))).toBe(Math.sign(compareValues(a, b)));
    }),
  );
});

it('gives values back', () => {
  fc.assert(
    fc.property(value, (one) => {
      expect(decodeValue(encodeValue(one))).toBe(one === 0 ? 0 : one);
    }),
  );
});

it('makes one entry of each value, with what else it can be compared as', () => {
  const metadata = { n: [3, 'x'], when: '2024-05-01', who: { alive: true } };
  const entries = metadataEntries(flattenDocument({ document: documentWith({ id: 'a', metadata }), vectors: [] }));
  expect(entries.map(({ value: encoded, ...entry }) => ({ ...entry, value: decodeValue(encoded) }))).toEqual([
    { path: 'n', array: true, type: 'number', value: 3, number: 3, written: '3' },
    { path: 'n', array: true, type: 'string', value: 'x' },
    { path: 'when', array: false, type: 'date', value: '2024-05-01', date: Date.UTC(2024, 4, 1) },
    { path: 'who.alive', array: false, type: 'boolean', value: true, written: 'true' },
  ]);
});
