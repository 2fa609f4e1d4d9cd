import { describe, expect, it } from 'vitest';
import { chooseMerge, chooseMergeWhenIdle } from './merge-policy.js';

const segments = (...sizes: number[]) =>
  sizes.map((documents, uid) => ({ uid, documents, deletedCount: 0, bytes: documents * 100 }));

/** The segments of documents that came one by one, and how many documents were written in all merges together. */
function afterSingleDocuments(count: number, choose: typeof chooseMerge) {
  let sizes = segments();
  let written = 0;
  for (let i = 0; i < count; i++) {
    sizes.push({ uid: i, documents: 1, deletedCount: 0, bytes: 100 });
    for (let chosen = choose(sizes); chosen.length > 0; chosen = choose(sizes)) {
      const documents = sizes.filter(({ uid }) => chosen.includes(uid)).reduce((sum, s) => sum + s.documents, 0);
      sizes = sizes.filter(({ uid }) => !chosen.includes(uid));
      sizes.push({ uid: 1e6 + written, documents, deletedCount: 0, bytes: documents * 100 });
      written += documents;
    }
  }
  return { sizes, written };
}

describe('the choice of what to merge', () => {
  it('leaves few segments alone', () => {
    expect(chooseMerge(segments(1, 1, 1, 50, 5000))).toEqual([]);
  });

  it('takes four of about one size, the smallest such group first', () => {
    expect(chooseMerge(segments(...Array(5).fill(100), ...Array(4).fill(2)))).toEqual([5, 6, 7, 8]);
  });

  it('rewrites a segment once most of it is deleted', () => {
    const worn = { uid: 7, documents: 10, deletedCount: 11, bytes: 1000 };
    expect(chooseMerge([...segments(5000), worn])).toEqual([7]);
  });

  it('merges no segment that is very large already', () => {
    const huge = Array.from({ length: 8 }, (_, uid) => ({ uid, documents: 1e7, deletedCount: 0, bytes: 2 ** 31 }));
    expect(chooseMerge(huge)).toEqual([]);
  });

  it('merges the smallest of many large segments, as many as one can hold', () => {
    const large = [9, 10, 8, 10, 7].map((tenths, uid) => ({
      uid,
      documents: 3e6,
      deletedCount: 0,
      bytes: (tenths / 10) * 2 ** 30,
    }));
    expect(chooseMerge(large)).toEqual([0, 2, 4]);
  });

  it('keeps a stream of single documents in few segments, merging each about once per level', () => {
    const { sizes, written } = afterSingleDocuments(4096, chooseMerge);
    expect(sizes.length).toBeLessThan(20);
    expect(written / 4096).toBeLessThanOrEqual(6);
  });
});

describe('the choice while nothing is written', () => {
  it('is all that an import has left', () => {
    expect(chooseMergeWhenIdle(segments(58_000, 7_000, 18_000, 8_000))).toEqual([0, 2, 3, 1]);
  });

  it('leaves a large segment alone for the sake of a few documents, and merges those', () => {
    expect(chooseMergeWhenIdle(segments(100_000, 1))).toEqual([]);
    expect(chooseMergeWhenIdle(segments(100_000, 500, 300))).toEqual([1, 2]);
  });

  it('is nothing that would take long', () => {
    const large = [1, 2, 3].map((uid) => ({ uid, documents: 1e5, deletedCount: 0, bytes: 2 ** 27 }));
    expect(chooseMergeWhenIdle(large)).toEqual([2, 3]);
    expect(chooseMergeWhenIdle(large.map((segment) => ({ ...segment, bytes: 2 ** 28 })))).toEqual([]);
  });

  it('comes to an end, having written a document a few times at most', () => {
    const { sizes, written } = afterSingleDocuments(2000, chooseMergeWhenIdle);
    expect(sizes.length).toBeLessThan(6);
    expect(written / 2000).toBeLessThanOrEqual(20);
  });
});
