import { describe, expect, it } from 'vitest';
import { chooseMerge } from './merge-policy.js';

const segments = (...sizes: number[]) =>
  sizes.map((documents, uid) => ({ uid, documents, deletedCount: 0, bytes: documents * 100 }));

describe('the choice of what to merge', () => {
  it('leaves few segments alone', () => {
    expect(chooseMerge(segments(1, 1, 1, 50, 5000))).toEqual([]);
  });

  it('takes four of about one size, the smallest such group first', () => {
    expect(chooseMerge(segments(...Array(5).fill(100), ...Array(4).fill(2)))).toEqual([5, 6, 7, 8]);
  });

  it('writes a segment anew once most of it is deleted', () => {
    const worn = { uid: 7, documents: 10, deletedCount: 11, bytes: 1000 };
    expect(chooseMerge([...segments(5000), worn])).toEqual([7]);
  });

  it('merges no segment that is very large already', () => {
    const huge = Array.from({ length: 8 }, (_, uid) => ({ uid, documents: 1e7, deletedCount: 0, bytes: 2 ** 31 }));
    expect(chooseMerge(huge)).toEqual([]);
  });

  it('keeps a stream of single documents in few segments, merging each about once per level', () => {
    let sizes = segments();
    let written = 0;
    for (let i = 0; i < 4096; i++) {
      sizes.push({ uid: i, documents: 1, deletedCount: 0, bytes: 100 });
      for (let chosen = chooseMerge(sizes); chosen.length > 0; chosen = chooseMerge(sizes)) {
        const documents = sizes.filter(({ uid }) => chosen.includes(uid)).reduce((sum, s) => sum + s.documents, 0);
        sizes = sizes.filter(({ uid }) => !chosen.includes(uid));
        sizes.push({ uid: 1e6 + written, documents, deletedCount: 0, bytes: documents * 100 });
        written += documents;
      }
    }
    expect(sizes.length).toBeLessThan(20);
    expect(written / 4096).toBeLessThanOrEqual(6);
  });
});
