import { existsSync } from 'node:fs';

/** Without the browser's own windows, it leaves more of the machine to the pages: it comes first. */
const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Where a Chromium is; null if this machine has none. One that is named but not there is a mistake, not a reason to skip. */
export function chromiumPath(): string | null {
  const named = process.env.SEXTANT_TEST_CHROMIUM;
  if (named === undefined) return USUAL_PLACES.find((path) => existsSync(path)) ?? null;
  if (!existsSync(named)) throw new Error(`SEXTANT_TEST_CHROMIUM is ${named || 'empty'}, and there is no such file.`);
  return named;
}
