import { describe, it } from 'vitest';
import { itHasEngine, type OpenEngine } from './engine-under-test.js';
import { listLaws } from './list-laws.js';
import { meaningLaws } from './meaning-laws.js';
import { wordLaws } from './word-laws.js';

const LAWS = { ...listLaws, ...wordLaws, ...meaningLaws };

/** Laws that any engine can keep, however it ranks. `exceptions` names a law that one can't keep, with the reason. */
export function searchContract(
  name: string,
  open: OpenEngine,
  exceptions: Partial<Record<keyof typeof LAWS, string>> = {},
): void {
  const reasons = new Map(Object.entries(exceptions));
  describe(`${name}: the search contract`, () => {
    for (const [which, { says, holds }] of Object.entries(LAWS)) {
      const reason = reasons.get(which);
      if (reason === undefined) itHasEngine(says, open, holds);
      else it.skip(`${says} (left out: ${reason})`, () => undefined);
    }
  });
}
