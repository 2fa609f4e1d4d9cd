import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './harness/console.js';

describeConsole('a key without rights', (underTest) => {
  it('is offered only what it may do', async () => {
    const { body } = await underTest().service.client.post('/v20241104/keys', { name: 'reader', scopes: ['read'] });
    const page = await underTest().open({ key: body.key as string, path: '/documents' });
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
    expect(await pageNames(page)).toEqual(['Search', 'Documents', 'Analyse', 'Models', 'Map', 'Operate', 'Explorer']);
    await page.getByText('reader', { exact: true }).waitFor();
    await page.goto(`${underTest().service.url}/console/ask`);
    await page.getByText('This key may not ask').waitFor();
    await underTest().close(page);
  });
});

function pageNames(page: Page): Promise<string[]> {
  return page.getByRole('navigation', { name: 'Pages' }).locator('a[title]').allInnerTexts();
}
