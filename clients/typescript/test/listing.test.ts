import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Listing, type Page } from '../src/listing.js';

/** The service: it refuses pages beyond the window. */
function pagesOf(total: number, window: number) {
  return async ({ page, limit }: { page: number; limit: number }) => {
    if (page * limit > window || !Number.isInteger(page) || limit < 1) throw new Error(`${page} × ${limit}`);
    const start = (page - 1) * limit;
    const length = Math.max(0, Math.min(limit, total - start));
    return { data: Array.from({ length }, (_, n) => start + n), total_number_of_results: total };
  };
}

it('a listing yields every result that can be reached, once and in order, whatever the size of its pages', async () => {
  const sizes = fc.record({
    total: fc.integer({ min: 0, max: 400 }),
    window: fc.integer({ min: 100, max: 300 }),
    limit: fc.integer({ min: 1, max: 100 }),
  });
  await fc.assert(
    fc.asyncProperty(sizes, async ({ total, window, limit }) => {
      const seen: number[] = [];
      for await (const item of new Listing<number, Page<number>>(pagesOf(total, window), { limit }, window))
        seen.push(item);
      expect(seen).toEqual(Array.from({ length: Math.min(total, window) }, (_, n) => n));
    }),
  );
});

it('a listing goes on after a page that lacks what was deleted while it was made', async () => {
  for (const relation of [undefined, 'approximate'] as const) {
    const whole = pagesOf(250, 1000);
    const load = async (asked: { page: number; limit: number }) => {
      const found = await whole(asked);
      return { ...found, data: found.data.filter((item) => item !== 7), total_relation: relation };
    };
    const seen: number[] = [];
    for await (const item of new Listing<number, Page<number>>(load, {})) seen.push(item);
    expect(seen).toHaveLength(249);
  }
});

it('a listing passes on what is wrong with the first page', async () => {
  for (const first of [{ page: 5, limit: 100 }, { limit: 0 }]) {
    await expect(new Listing<number, Page<number>>(pagesOf(10, 100), first, 100).pages().next()).rejects.toThrow(' × ');
  }
});
