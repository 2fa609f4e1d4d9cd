import { describe, expect, it } from 'vitest';
import type { KnownEncoder, VectorSpaces } from '../../domain/document/vectors.js';
import { planSpaces } from './served-encoders.js';

const encoder = (space: string): KnownEncoder => ({ space, settings: { embeddingModel: space } });
const [a, b, c] = ['a', 'b', 'c'].map(encoder);
const settled = (served: KnownEncoder): VectorSpaces => ({ served, next: null, complete: true, leaving: [] });
const plan = (recorded: VectorSpaces | null, configured: KnownEncoder, { servedOpens = true, empty = false } = {}) =>
  planSpaces({ recorded, configured, servedOpens, empty });

describe('which encoder is served after a start', () => {
  it('is the configured one where there is nothing to embed', () => {
    expect(plan(null, a, { empty: true })).toEqual(settled(a));
    expect(plan({ ...settled(a), next: b, leaving: ['c'] }, c, { empty: true })).toEqual(settled(c));
  });

  it('is the configured one, with documents to look at, where nothing is known of their vectors', () => {
    expect(plan(null, a)).toEqual({ ...settled(a), complete: false });
  });

  it('stays the same, with new settings, where its space does', () => {
    const now = { ...a, settings: { embeddingQueryPrefix: 'query: ' } };
    expect(plan(settled(a), now)).toEqual(settled(now));
    expect(plan({ ...settled(a), complete: false, leaving: ['b'] }, now)).toEqual({
      ...settled(now),
      complete: false,
      leaving: ['b'],
    });
  });

  it('is the former one until the configured one has its vectors', () => {
    const moving = { ...settled(a), next: b };
    expect(plan(settled(a), b)).toEqual(moving);
    expect(plan(moving, b)).toEqual(moving);
  });

  it('is the configured one at once where the former cannot be opened', () => {
    const filling = { served: b, next: null, complete: false, leaving: ['a'] };
    expect(plan(settled(a), b, { servedOpens: false })).toEqual(filling);
    expect(plan({ ...settled(a), next: b }, b, { servedOpens: false })).toEqual(filling);
  });

  it('leaves behind an encoder that was to come and is not any more', () => {
    const moving = { ...settled(a), next: b };
    expect(plan(moving, a)).toEqual({ ...settled(a), leaving: ['b'] });
    expect(plan(moving, c)).toEqual({ ...settled(a), next: c, leaving: ['b'] });
    expect(plan(moving, c, { servedOpens: false }).leaving).toEqual(['a', 'b']);
  });

  it('goes back to one whose vectors were to be removed', () => {
    expect(plan({ ...settled(b), leaving: ['a', 'c'] }, a)).toEqual({ ...settled(b), next: a, leaving: ['c'] });
  });
});
