import { expect, it } from 'vitest';
import { emptyBitset } from '../segment/bitset.js';
import { LiveSegments } from './live-segments.js';

it('passes segments on without reading them, because the event loop must not wait for that', () => {
  const unreadable = { bytes: new SharedArrayBuffer(0), vectors: [] };
  const segments = new LiveSegments();
  segments.take({ deletions: [], removed: [], added: [{ uid: 1, data: unreadable, deleted: emptyBitset(40) }] });
  segments.take({ deletions: [{ uid: 1, document: 33 }], removed: [], added: [] });
  expect(segments.toAdded()).toEqual([{ uid: 1, data: unreadable, deleted: Int32Array.of(0, 2) }]);
  segments.take({ deletions: [], removed: [1], added: [] });
  expect(segments.uids()).toEqual([]);
});
