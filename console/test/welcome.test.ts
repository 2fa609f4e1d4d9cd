import { expect, it } from 'vitest';
import { issueKey } from '../../test/harness/keys.js';
import { expectAccessible } from './harness/axe.js';
import { describeConsole, takePictures } from './harness/console.js';

describeConsole('the first minute', (underTest) => {
  it('tells on every page of documents how to bring in the first ones, and lists them at once', async () => {
    const { client, url } = underTest().service;
    const writer = await issueKey(client, { scopes: 'read,write,generate', tenants: 'newcomer' });
    const page = await underTest().open({ path: '/ask', key: writer.key });
    for (const path of ['/ask', '/analyse', '/map', '/documents']) {
      await page.goto(`${url}/console${path}`);
      await page.getByRole('link', { name: 'Bring in the first documents' }).waitFor();
    }
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('The first one');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('option', { name: /The first one/ }).waitFor();
    await underTest().close(page);

    const reader = await issueKey(client, { scopes: 'read', tenants: 'nobody' });
    const reading = await underTest().open({ path: '/documents', key: reader.key });
    await reading.getByText('A key with the scope write can add some.').waitFor();
    await underTest().close(reading);
    for (const { id } of (await client.browse({ tenant_id: ['newcomer'] })).body.data) await client.deleteDocument(id);
  });

  it('begins on an empty index with three ways in, one of which is a text', async () => {
    const page = await underTest().open({ path: '/' });
    await page.getByRole('heading', { name: 'Welcome to Sextant' }).waitFor();
    for (const way of ['Drop files', 'Paste a text', 'Look around an island']) {
      await page.getByRole('heading', { name: way }).waitFor();
    }
    await expectAccessible(page);
    await takePictures(page, 'welcome');
    await page.getByLabel('Title').fill('A note');
    await page.getByLabel('Text', { exact: true }).fill('The bread is on Lantern Street.');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('1 document is ready.').waitFor();
    await underTest().close(page);
  });

  it('loads examples in many languages, and leads to the search afterwards', async () => {
    const page = await underTest().open({ path: '/welcome' });
    await page.getByRole('button', { name: 'Load the examples' }).click();
    await page.getByText('67 documents in 25 languages are ready.').waitFor();
    await expectAccessible(page);
    const { client } = underTest().service;
    const found = await client.search({
      query: 'a bell at the bottom of the sea',
      search_type: 'ai_semantic',
      multilingual_search: true,
    });
    expect(new Set(found.body.data.map(({ language }) => language)).size).toBeGreaterThan(3);
    await page.goto(`${underTest().service.url}/console/documents/karvane-bell?passage=It%20is%20rung`);
    await page.getByRole('complementary').getByRole('link').nth(4).waitFor();
    await takePictures(page, 'documents');
    await page.goto(`${underTest().service.url}/console/`);
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    await underTest().close(page);
  });
});
