import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type Json, VERSION } from '../../test/harness/client.js';
import { OpenImport } from '../../test/harness/open-import.js';
import { expectAccessible } from './harness/axe.js';
import { type ConsoleUnderTest, describeConsole, takePictures } from './harness/console.js';
import { showBusyDay, showJustStarted } from './harness/shown-statistics.js';

const DOCUMENTS = [
  ['timetable', 'harbour', 'Winter timetable of the ferry', 'The ferry leaves the old pier at half past seven.'],
  ['fees', 'harbour', 'Mooring fees in the harbour', 'A visiting boat pays nine crowns a night.'],
  ['fees-2019', 'harbour', 'Mooring fees of 2019', 'A visiting boat paid six crowns a night.'],
  ['storms', 'museum', 'The museum of storms', 'Admission is four crowns. The museum is closed on Mondays.'],
  ['bell', 'museum', 'The drowned bell', 'The bell hung in the chapel until the storm of 1908.'],
].map(([id, tenant_id, title, content]) => ({ id, tenant_id, title, content }));

const SEARCHES = [
  ...['mooring fees', 'mooring fees', 'mooring fees', 'mooring fees', 'ferry', 'ferry', 'ferry', 'bell'],
  ...['marina', 'marina', 'marina', 'opening hours', 'boat', 'storm of 1908'],
];

describeConsole('operating', (underTest) => {
  beforeAll(async () => {
    const { client } = underTest().service;
    await client.importDocuments(DOCUMENTS);
    for (const query of SEARCHES) await client.search({ query, search_type: 'lexical' });
  });

  it('shows how the service is doing, and an import while it goes on', async () => {
    const page = await underTest().open({ path: '/operate' });
    await page.getByRole('img', { name: 'Memory over time' }).locator('canvas').waitFor();
    expect(await page.getByRole('definition').nth(6).textContent()).toBe(String(DOCUMENTS.length));
    await expectAccessible(page);
    const running = new OpenImport(underTest().service.url);
    await running.write(`${JSON.stringify(DOCUMENTS[0])}\n`);
    await page.reload();
    await page.getByRole('progressbar', { name: /Import.*1 received/ }).waitFor();
    running.end();
    await running.lines();
    await page.getByText('Tables').click();
    const table = page.getByRole('table', { name: /^Requests/ });
    const searches = await table.locator('tbody td:nth-child(2)').allTextContents();
    expect(searches.reduce((sum, count) => sum + Number(count), 0)).toBe(SEARCHES.length);
    // Rows of 15 seconds are told apart.
    expect(await table.locator('tbody td').first().textContent()).toMatch(/\d:\d\d:\d\d/);
    await expectAccessible(page);
    await showJustStarted(page);
    await page.goto(`${underTest().service.url}/console/operate`);
    await page.getByText('Collecting: 1 point so far, and another every 15 seconds.').waitFor();
    await page.getByRole('img', { name: 'Memory over time' }).locator('canvas').waitFor();
    await showBusyDay(page);
    await page.goto(`${underTest().service.url}/console/operate/overview?range=day`);
    await page.locator('canvas').nth(7).waitFor();
    await takePictures(page, 'operate');
    await page.getByRole('link', { name: 'Synonyms' }).click();
    await page.getByText('No synonyms yet').waitFor();
    await underTest().close(page);
  });

  it('makes keys with no more rights than asked for, rotates and revokes them', async () => {
    await addKeys(underTest());
    const page = await underTest().open({ path: '/operate/keys' });
    await page.getByRole('cell', { name: 'nightly import' }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'operate-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('reading room');
    await page.getByLabel('generate').check();
    await page.getByLabel('Only these tenants').fill('museum,');
    await page.getByLabel('Requests a minute').fill('120');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Make the key' }).click();
    const secret = await page.getByRole('region', { name: 'API key' }).textContent();
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    const link = await page.getByRole('region', { name: 'Link to the console' }).textContent();
    expect(link).toBe(`${underTest().service.url}/console/#key=${secret}`);
    expect(await currentKey(underTest(), secret!)).toMatchObject({
      status: 200,
      body: { name: 'reading room', scopes: ['read', 'generate'], tenants: ['museum'], rate_limit: 120 },
    });
    await page.getByRole('button', { name: 'I have kept it' }).click();
    const row = page.getByRole('row', { name: /reading room/ });
    await row.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const rotated = await page.getByRole('region', { name: 'API key' }).textContent();
    expect((await currentKey(underTest(), secret!)).status).toBe(401);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await currentKey(underTest(), rotated!)).status).toBe(401);
    await underTest().close(page);
  });

  it('scrolls the open section into sight on a phone', async () => {
    const page = await underTest().open({ path: '/operate/queries', width: 390, height: 844 });
    const tab = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Queries' });
    await tab.waitFor();
    const { x, width } = (await tab.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(390);
    await underTest().close(page);
  });

  it('goes on with the new secret when the key in use is rotated', async () => {
    const { client } = underTest().service;
    const { body } = await client.post(`${VERSION}/keys`, { name: 'keeper', scopes: ['admin'] });
    const page = await underTest().open({ key: body.key as string, path: '/operate/keys' });
    const row = page.getByRole('row', { name: /in use here/ });
    await row.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await row.waitFor();
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByLabel('API key').waitFor();
    await underTest().close(page);
  });

  it('makes a synonym of a query without results in two clicks, and changes and restores it', async () => {
    const page = await underTest().open({ path: '/operate/queries' });
    await page.getByRole('row', { name: /marina/ }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'operate-queries');
    await page.getByText('Without results').click();
    await page.getByRole('row', { name: /ferry/ }).waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /marina/ })
      .getByRole('button', { name: 'Make a synonym' })
      .click();
    await page.keyboard.type('harbour');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('The next search heeds it').waitFor();
    expect(await hitsOf(underTest(), 'marina')).toEqual(['fees']);

    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Synonyms' }).click();
    await page.getByRole('button', { name: 'Edit marina' }).click();
    await page.getByRole('textbox', { name: 'Also finds' }).fill('pier,');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'pier' }).waitFor();
    expect(await hitsOf(underTest(), 'marina')).toEqual(expect.arrayContaining(['fees', 'timetable']));
    await page.getByRole('button', { name: 'Delete marina' }).click();
    await page.getByText('No synonyms yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('cell', { name: 'pier' }).waitFor();
    await underTest().close(page);
  });

  it('puts documents first and hides others, by keyboard alone, and in another order by dragging', async () => {
    const page = await underTest().open({ path: '/operate/curations' });
    await page.getByRole('button', { name: 'Add a curation' }).press('Enter');
    await page.keyboard.type('mooring fees');
    await chooseDocument(page, 'Put a document first', 'drown');
    await chooseDocument(page, 'Put a document first', 'winter');
    await page.getByRole('button', { name: 'Move Winter timetable of the ferry up' }).press('Alt+ArrowUp');
    await chooseDocument(page, 'Hide a document', '2019');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await page.getByRole('row', { name: /mooring fees/ }).waitFor();
    expect(await hitsOf(underTest(), 'mooring fees')).toEqual(['timetable', 'bell', 'fees']);
    await page.getByRole('link', { name: 'The drowned bell' }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'operate-curations');
    await page.getByRole('button', { name: 'Edit mooring fees' }).click();
    const pinned = page.getByRole('list', { name: 'Put first' }).getByRole('listitem');
    await pinned.filter({ hasText: 'Winter timetable' }).dragTo(pinned.filter({ hasText: 'The drowned bell' }));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await hitsOf(underTest(), 'mooring fees')).toEqual(['bell', 'timetable', 'fees']);
    await underTest().close(page);
  });

  it('offers a key only what it may do, on a phone too, and shows an error where the list would be', async () => {
    const { body } = await underTest().service.client.post(`${VERSION}/keys`, { name: 'reader', scopes: ['read'] });
    const page = await underTest().open({ key: body.key as string, path: '/operate', width: 375, height: 720 });
    await page.getByRole('heading', { name: 'Synonyms' }).waitFor();
    const sections = page.getByRole('navigation', { name: 'Sections' });
    expect(await sections.getByRole('link').allTextContents()).toEqual(['Synonyms', 'Curations', 'Queries']);
    await page.route('**/query-log/browse', (route) => route.abort());
    await sections.getByRole('link', { name: 'Queries' }).click();
    await page.getByRole('alert').getByText('The connection to the service failed').waitFor();
    await page.unroute('**/query-log/browse');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /marina/ }).waitFor();
    await page.getByText('Latest', { exact: true }).click();
    await page.waitForURL(/list=latest/);
    await page.getByRole('row', { name: /marina/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Make a synonym' }).count()).toBe(0);
    await expectAccessible(page);
    await takePictures(page, 'operate-phone');
    const [scrollWidth, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(scrollWidth).toBe(width);
    await page.getByRole('link', { name: 'ferry', exact: true }).click();
    await page.waitForURL(/\/console\/search\?q=ferry/);
    await underTest().close(page, /ERR_FAILED/);
  });
});

async function addKeys({ service }: ConsoleUnderTest): Promise<void> {
  const keys: Json[] = [
    { name: 'shop', scopes: ['read'], tenants: ['harbour', 'museum'], rate_limit: 600, expires_at: '2090-01-31' },
    { name: 'nightly import', scopes: ['read', 'write'] },
    { name: 'tryout', mode: 'test', scopes: ['read', 'write', 'generate', 'train'] },
    { name: 'Prometheus', scopes: ['metrics'] },
    { name: 'Ida’s console', scopes: ['read', 'write', 'generate', 'train', 'metrics', 'admin'] },
  ];
  for (const key of keys) {
    const { body } = await service.client.post(`${VERSION}/keys`, key);
    if (key.name !== 'tryout') await currentKey({ service }, body.key as string);
  }
}

function currentKey({ service }: Pick<ConsoleUnderTest, 'service'>, secret: string) {
  return service.client.withKey(secret).get(`${VERSION}/keys/current`);
}

async function hitsOf({ service }: ConsoleUnderTest, query: string): Promise<string[]> {
  const { body } = await service.client.search({ query, search_type: 'lexical' });
  return body.data.map(({ id }) => id);
}

async function chooseDocument(page: Page, finder: string, written: string): Promise<void> {
  await page.getByRole('combobox', { name: finder }).fill(written);
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
}
