import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Service, type ServiceOptions, startService } from '../../../test/harness/service.js';
import { OPERATOR_KEY } from '../../../test/harness/sextant-process.js';
import { chromiumPath } from './chromium.js';

export interface OpenOptions {
  /** The page to open: `/search?q=…`. */
  path?: string;
  /** Null: none, so that the console asks for one. */
  key?: string | null;
  theme?: 'light' | 'dark';
  /** `America/New_York`; that of the machine if left out. */
  timeZone?: string;
  width?: number;
  height?: number;
}

/** The service, the browser, and the pages that were opened in it. */
export class ConsoleUnderTest {
  readonly #complaints = new Map<Page, string[]>();

  constructor(
    readonly service: Service,
    readonly browser: Browser,
  ) {}

  /** A page in a profile of its own, as a new visitor has it. */
  async open({
    path = '/search',
    key = OPERATOR_KEY,
    theme = 'light',
    timeZone,
    width = 1280,
    height = 800,
  }: OpenOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      colorScheme: theme,
      viewport: { width, height },
      locale: 'en-GB',
      timezoneId: timeZone,
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    const complaints: string[] = [];
    this.#complaints.set(page, complaints);
    page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    await page.goto(`${this.service.url}/console${path}${key === null ? '' : `#key=${key}`}`);
    return page;
  }

  /** Closes the page, and fails if it has complained of anything that is not `expected`. */
  async close(page: Page, expected: RegExp | null = null): Promise<void> {
    const complaints = this.#complaints.get(page) ?? [];
    await page.context().close();
    expect(complaints.filter((complaint) => expected === null || !expected.test(complaint))).toEqual([]);
  }
}

let browser: Promise<Browser> | null = null;

/**
 * One for all suites of a process; each page has a profile of its own. It ends with the process, to which it is tied by a pipe: its
 * handlers of signals would keep the process from ending.
 */
function sharedBrowser(executablePath: string): Promise<Browser> {
  const ofTheProcess = { handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false };
  browser ??= chromium.launch({ executablePath, args: ['--no-sandbox'], ...ofTheProcess });
  return browser;
}

/** A suite that runs where there is a Chromium, with one service for all of its tests. */
export function describeConsole(
  name: string,
  tests: (underTest: () => ConsoleUnderTest) => void,
  environment: ServiceOptions['environment'] = {},
): void {
  const path = chromiumPath();
  describe.skipIf(path === null)(name, () => {
    let underTest: ConsoleUnderTest;
    beforeAll(async () => {
      underTest = new ConsoleUnderTest(await startService({ environment }), await sharedBrowser(path!));
    });
    afterAll(() => underTest?.service.dispose());
    tests(() => underTest);
  });
}

/**
 * Pictures of a page in both themes, for the docs. Written if SEXTANT_SCREENSHOTS names a folder (`npm run screenshots`).
 * The page should show something worth looking at by then.
 */
export async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env.SEXTANT_SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
    // Of the first picture, some icons may still be drawn in the colours of the other theme.
    await page.screenshot();
    await page.screenshot({ path: join(folder, `console-${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
