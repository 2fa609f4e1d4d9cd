import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Rules of axe by theme: only contrast differs between them, and each run takes a second. */
const RULES = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  dark: ['color-contrast'],
};

/** Fails with every rule of WCAG 2.2 A and AA, contrast included, that the page breaks in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  // The policy of the console forbids added scripts, so the rules come by the debugger.
  await page.evaluate(axe.source);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(
      (runOnly) => (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(document, { runOnly }),
      RULES[colorScheme],
    );
    const found = violations.map(
      ({ id, help, nodes }) => `${id} (${colorScheme}): ${help}: ${nodes.map(({ html }) => html).join(' | ')}`,
    );
    expect(found).toEqual([]);
  }
}
