import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './harness/axe.js';
import { describeConsole, takePictures } from './harness/console.js';

const REVIEW = {
  id: 'review',
  tenant_id: 'island',
  title: 'A night at the Gull Inn',
  content:
    'The Gull Inn stands at the end of the harbour. We loved the room and the friendly people at the desk.\n\n' +
    'The breakfast was awful: cold coffee, stale bread and a long wait. I was very disappointed.\n\n' +
    'The ferry leaves from the pier next door at nine. The walk to the lighthouse takes half an hour.',
};

describeConsole('analysing', (underTest) => {
  it('shows summary, categories and sentiment of a document', async () => {
    await underTest().service.client.addDocument(REVIEW);
    const page = await underTest().open({ path: '/analyse', height: 1000 });
    await page.getByLabel('Find a document').fill('gull');
    await page.getByRole('button', { name: 'A night at the Gull Inn' }).click();
    await page.getByRole('button', { name: 'Copy the summary' }).waitFor();
    await page.getByRole('list', { name: 'Parts' }).getByText('negative').waitFor();
    await page.getByRole('list', { name: 'Parts' }).getByText('positive').waitFor();
    const asked = new Promise<Route>((resolve) => void page.route('**/categorize', resolve));
    await page.getByRole('button', { name: 'Categorize' }).click();
    await page.getByText('Comparing the text with the categories … The first one after a start').waitFor();
    await (await asked).continue();
    await page.locator('strong').or(page.getByText('None of the categories fits.')).first().waitFor();
    expect(page.url()).toContain('document=review');
    const title = page.getByRole('heading', { name: 'A night at the Gull Inn' });
    expect(await title.getByRole('link').getAttribute('href')).toContain('/documents/review');
    await expectAccessible(page);
    await takePictures(page, 'analyse');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Description of category 1').fill('Too short.');
    await page.getByText('90 more characters needed').waitFor();
    expect(await page.getByRole('button', { name: 'Categorize' }).isDisabled()).toBe(true);
    await underTest().close(page);
  });

  it('analyses a pasted text, and leaves nothing of it behind', async () => {
    const page = await underTest().open({ path: '/analyse', width: 375, height: 720 });
    await page.getByLabel('A pasted text').check();
    await page.getByLabel('Text', { exact: true }).fill('What a wonderful day at the sea! Everybody was happy.');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.getByText('positive').waitFor();
    await page.getByRole('button', { name: 'Copy the summary' }).waitFor();
    await expect.poll(async () => (await underTest().service.client.browse()).body.total_number_of_results).toBe(1);
    const [scrollWidth, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(scrollWidth).toBe(width);
    await underTest().close(page);
  });

  it('says once that the document is not there', async () => {
    const page = await underTest().open({ path: '/analyse?document=gone' });
    await page.getByText('There is no document "gone".').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await underTest().close(page, /404/);
  });
});
