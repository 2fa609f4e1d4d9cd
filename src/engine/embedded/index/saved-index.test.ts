import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentWith } from '../../contract/engine-contract.js';
import { flattenDocument } from '../../document/flat-document.js';
import { buildSegment } from '../segment/build-segment.js';
import { saveSegment } from './saved-index.js';

it('leaves no files behind of a segment that could not be saved whole', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-saved-'));
  const vectors = [{ space: 'test', codes: [Int8Array.of(1, 2, 3)] }];
  const data = buildSegment([flattenDocument({ document: documentWith({ id: 'a' }), vectors })]);
  saveSegment(folder, 1, data);
  const unreadable = { buffer: new SharedArrayBuffer(0), memory: null };
  expect(() => saveSegment(folder, 2, { ...data, vectors: [...data.vectors, unreadable] })).toThrow();
  expect(readdirSync(folder).sort()).toEqual(['1.segment', '1.vectors']);
  rmSync(folder, { recursive: true });
});
