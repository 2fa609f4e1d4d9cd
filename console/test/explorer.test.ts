import { expect, it } from 'vitest';
import { expectAccessible } from './harness/axe.js';
import { describeConsole, takePictures } from './harness/console.js';

describeConsole('the explorer', (underTest) => {
  it('sends an endpoint’s example and shows the answer', async () => {
    await underTest().service.client.addDocument({
      id: 'tides',
      tenant_id: 'library',
      title: 'How tides work',
      content: 'The Moon pulls the oceans.',
    });
    const page = await underTest().open({ path: '/explorer' });
    await page.getByRole('heading', { name: 'Search documents' }).waitFor();
    const editor = page.getByRole('textbox', { name: 'Body', exact: true });
    await editor.click();
    await page.keyboard.press('Control+Enter');
    await page.getByText('"search_result"').waitFor();
    await page.getByText('200', { exact: true }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'explorer');
    await underTest().close(page);
  });

  it('keeps the form and the editor the same, both ways, and shows what the service says of a wrong value', async () => {
    const page = await underTest().open({ path: '/explorer' });
    await page.getByLabel('limit', { exact: true }).fill('999');
    const editor = page.getByRole('textbox', { name: 'Body', exact: true });
    await expect.poll(() => editor.textContent()).toContain('"limit": 999');
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{"query": "moon", "search_type": "lexical", "limit": 0}');
    await expect.poll(() => page.getByLabel('limit', { exact: true }).inputValue()).toBe('0');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('400', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Answer' }).getByText('"param": "limit"').first().waitFor();
    await underTest().close(page, /400/);
  });

  it('sends the text of a file as it is', async () => {
    const page = await underTest().open({ path: '/explorer?operation=importFile' });
    await page.getByLabel('name (required)').fill('tides.md');
    await page.getByLabel('tenant_id (required)').fill('library');
    expect(await page.getByRole('textbox', { name: 'Body' }).inputValue()).toBe('# How tides work');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('region', { name: 'Answer' }).getByText('"title":"How tides work"').waitFor();
    await underTest().close(page);
  });

  it('asks for parameters of the path, and finds endpoints by their words', async () => {
    const page = await underTest().open({ path: '/explorer', width: 375, height: 720 });
    await page.getByLabel('Find an endpoint').fill('retrieve document');
    await page.getByRole('button', { name: 'Retrieve a document' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('This has to be given.').waitFor();
    await page.getByLabel('id (required)').fill('tides');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('"How tides work"').waitFor();
    await page.getByRole('button', { name: 'Copy the request' }).click();
    await page.getByText('curl -s', { exact: false }).waitFor();
    await page.getByRole('radio', { name: 'TypeScript' }).check({ force: true });
    await page.getByText("client.documents.get('tides')").waitFor();
    await page.getByRole('radio', { name: 'Python' }).check({ force: true });
    await page.getByText('client.documents.get("tides")').waitFor();
    await page.keyboard.press('Escape');
    const [scrollWidth, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(scrollWidth).toBe(width);
    await underTest().close(page);
  });
});
