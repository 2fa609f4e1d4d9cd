import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../test/harness/client.js';
import { expectAccessible } from './harness/axe.js';
import { describeConsole, takePictures } from './harness/console.js';

const DOCUMENTS = readFileSync(new URL('./harness/varn.ndjson', import.meta.url), 'utf8');

describeConsole('the page Search', (underTest) => {
  const titles = (page: Page) => page.locator('article h2').allTextContents();
  const box = (page: Page) => page.getByLabel('Search the documents');

  it('leads to the first minute while there is nothing to search', async () => {
    const page = await underTest().open({ path: '/search' });
    await page.waitForURL('**/console/welcome');
    await underTest().close(page);
  });

  describe('with documents', () => {
    beforeAll(async () => {
      const { status } = await underTest().service.client.send(`${VERSION}/documents/import`, {
        method: 'POST',
        body: DOCUMENTS,
        headers: { 'Content-Type': 'application/x-ndjson' },
      });
      expect(status).toBe(200);
    });

    it('shows a day as that day, wherever the reader is', async () => {
      const filter = JSON.stringify({ must: [{ range: { created_at: { gte: '2020-05-01' } } }] });
      const path = `/search?${new URLSearchParams({ filter })}`;
      const page = await underTest().open({ path, timeZone: 'America/New_York' });
      await page.getByRole('button', { name: 'Remove the filter Added: from 1 May 2020' }).waitFor();
      await underTest().close(page);
    });

    it('finds as you type, narrows by clicks, and keeps all of it in the address', async () => {
      const page = await underTest().open();
      await page.getByText('21 documents').waitFor();
      await page.keyboard.press('End');
      await page.locator('article').nth(20).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('lighthouse steps');
      await page.locator('article mark', { hasText: 'lighthouse' }).first().waitFor();
      expect((await titles(page))[0]).toBe('The lighthouse at Cape Orrin');
      await takePictures(page, 'search');

      await page.getByLabel(/^museum/).check();
      await page.getByRole('button', { name: 'Remove the filter Category: museum' }).waitFor();
      await page.getByLabel('Year: from').fill('1900');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove the filter Year: from 1900' }).waitFor();
      await page.getByRole('link', { name: 'The lighthouse at Cape Orrin' }).waitFor({ state: 'detached' });

      const colleague = await underTest().open({
        path: new URL(page.url()).pathname.slice('/console'.length) + new URL(page.url()).search,
      });
      await colleague.getByRole('button', { name: 'Remove the filter Year: from 1900' }).waitFor();
      await colleague.locator('article').first().waitFor();
      expect(await titles(colleague)).toEqual(await titles(page));
      await underTest().close(colleague);

      const bars = page.getByRole('img', { name: /^Rating/ });
      const { width } = (await bars.boundingBox())!;
      await bars.click({ position: { x: width - 2, y: 10 } });
      await page.getByRole('button', { name: /Remove the filter Rating: 4\.8 to before 5/ }).waitFor();
      await page.goBack();
      await page.goBack();
      await page.getByRole('link', { name: 'The lighthouse at Cape Orrin' }).waitFor();
      await underTest().close(page);
    });

    it('takes the filter as JSON, and keeps the hits while the service refuses what is written', async () => {
      const page = await underTest().open({ path: '/search?q=harbour' });
      await page.locator('article').first().waitFor();
      await page.getByRole('button', { name: 'Filter as JSON' }).click();
      const write = async (text: string) => {
        await page.getByRole('textbox', { name: 'Filter as JSON' }).focus();
        await page.keyboard.press('Control+a');
        await page.keyboard.insertText(text);
      };
      await write('{"must": [{"wildcard": {"title": "Minutes*"}}');
      await page.getByText('This is not a JSON object yet').waitFor();
      await write('{"must": [{"wildcrd": {"title": "Minutes*"}}]}');
      await page.getByRole('alert').getByText('wildcrd').first().waitFor();
      expect(await page.locator('article').count()).toBeGreaterThan(0);
      await write('{"must": [{"wildcard": {"title": "Minutes*"}}]}');
      await page.getByText('2 results').waitFor();
      await page.getByText('custom filter').waitFor();
      await page.getByLabel(/^minutes/).check();
      await page.getByText('"metadata.category"').waitFor();
      await page.getByText('2 results').waitFor();
      await page.getByRole('button', { name: 'Exclude minutes' }).press('Enter');
      await page.getByText('"must_not"').waitFor();
      await page.getByRole('button', { name: 'Remove the filter Category: not minutes' }).waitFor();
      await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
      await write('{"must": [{"wildcard": {"title": "Minutes*"}}]}');
      await page.getByText('2 results').waitFor();
      expect(await page.getByRole('button', { name: 'Exclude minutes' }).getAttribute('aria-pressed')).toBe('false');
      await expectAccessible(page);
      await underTest().close(page, /400/);
    });

    it('says why a hit is there, and compares the three modes', async () => {
      const page = await underTest().open({ path: '/search?q=sailing+boats&language=en' });
      const knots = page.locator('article', { hasText: 'Six knots every sailor should know' });
      await knots.getByRole('button', { name: 'Why this hit' }).click();
      await page.getByRole('table', { name: 'Words that matched' }).waitFor();
      await page.getByText('another form').first().waitFor();
      await page.getByText('Meaning counts for 60%').waitFor();
      await expectAccessible(page);
      await page.getByLabel('Side by side').check();
      for (const mode of ['Hybrid', 'Meaning', 'Words']) {
        await page.getByRole('region', { name: mode }).getByRole('listitem').first().waitFor();
      }
      await expectAccessible(page);
      await page.getByLabel('Language').selectOption('all');
      await page.locator('article').first().waitFor();
      expect(await page.getByLabel('Meaning', { exact: true }).isChecked()).toBe(true);
      await underTest().close(page);
    });

    it('counts the hits of each tenant, not its documents', async () => {
      const page = await underTest().open({ path: '/search?q=lighthouse&mode=words' });
      const tenants = page.getByRole('group', { name: 'Tenant' });
      const count = async (tenant: string) =>
        Number((await tenants.getByText(tenant).locator('+ *').textContent()) || NaN);
      await tenants.waitFor();
      const hits = Number(
        (
          await page
            .getByText(/^\d+ results?/)
            .first()
            .textContent()
        )?.match(/\d+/)?.[0],
      );
      expect((await count('varn')) + (await count('harbour-board'))).toBe(hits);
      await tenants.getByLabel('varn').check();
      await page.waitForURL(/tenant=/);
      await expect.poll(() => count('harbour-board')).toBeNaN();
      expect(await count('varn')).toBeLessThanOrEqual(hits);
      await page
        .getByRole('list', { name: 'Filter' })
        .getByRole('button', { name: /Tenant: varn/ })
        .click();
      await expect.poll(() => tenants.getByLabel('varn').isChecked()).toBe(false);
      await underTest().close(page);
    });

    it('goes back to a hybrid search when one language is searched again', async () => {
      const page = await underTest().open({ path: '/search?q=moon&language=en' });
      const isChecked = (mode: string) => page.getByLabel(mode, { exact: true }).isChecked();
      await page.getByLabel('Language').selectOption('all');
      await expect.poll(() => isChecked('Meaning')).toBe(true);
      await page.getByLabel('Language').selectOption('en');
      await expect.poll(() => isChecked('Hybrid')).toBe(true);
      await underTest().close(page);
    });

    it('works by keyboard from the box to an opened document', async () => {
      const page = await underTest().open();
      await page.locator('article').first().waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('rye bread');
      await page.getByRole('link', { name: 'Rye bread the island way' }).first().waitFor();
      await page.locator('article mark').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      await page.keyboard.press('Escape');
      expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/console/documents/bread*');
      await underTest().close(page);
    });

    it('says what to try when nothing is found, and fits a phone', async () => {
      const page = await underTest().open({ path: '/search?q=zeppelin&mode=words', width: 375, height: 720 });
      await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
      await page.getByRole('link', { name: 'Add a synonym' }).click();
      await page.getByRole('dialog').getByText('zeppelin').first().waitFor();
      await page.keyboard.press('Escape');
      await page.goBack();
      await page.getByRole('button', { name: 'Search all languages' }).click();
      await page.waitForURL(/language=all/);
      await box(page).fill('moon');
      await page.locator('article').first().waitFor();
      await page.getByRole('button', { name: 'Narrow' }).click();
      await page.getByText('Tenant').waitFor();
      const [scrollWidth, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(scrollWidth).toBe(width);
      await underTest().close(page);
    });

    it('gives the request to copy, without the key', async () => {
      const page = await underTest().open({ path: '/search?q=moon&language=en' });
      await page.getByRole('button', { name: 'Copy the request' }).click();
      await page.getByText('Python').click();
      await page.getByRole('button', { name: /^Copy:/ }).click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain('client.search(query="moon", search_type="hybrid", language="en")');
      expect(copied).not.toContain('sk_live_');
      await underTest().close(page);
    });
  });
});
