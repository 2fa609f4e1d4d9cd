import { expect, it } from 'vitest';
import { expectAccessible } from './harness/axe.js';
import { describeConsole, takePictures } from './harness/console.js';

describeConsole('the first minute', (underTest) => {
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
