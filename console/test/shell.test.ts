import { expect, it } from 'vitest';
import { VERSION } from '../../test/harness/client.js';
import { issueKey } from '../../test/harness/keys.js';
import { OPERATOR_KEY } from '../../test/harness/sextant-process.js';
import { expectAccessible } from './harness/axe.js';
import { describeConsole } from './harness/console.js';

describeConsole('the shell', (underTest) => {
  it('takes the key from the fragment and removes it from the address at once', async () => {
    const page = await underTest().open({ path: '/search?q=tides' });
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    expect(page.url()).not.toContain('sk_live_');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('sk_live_');
    await expectAccessible(page);
    await underTest().close(page);
  });

  it('loads less than 300 KB for the first page, and nothing from elsewhere', async () => {
    const page = await underTest().open({ path: '/search?q=tides' });
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    await page.waitForLoadState('networkidle');
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .concat(performance.getEntriesByType('navigation'))
        .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize })),
    );
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter(({ name }) => !name.startsWith(underTest().service.url))).toEqual([]);
    expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(300_000);
    await underTest().close(page);
  });

  it('asks for a key, says what is wrong with it, and keeps it for the tab', async () => {
    const page = await underTest().open({ path: '/search?q=tides', key: null });
    await expectAccessible(page);
    await page.getByLabel('API key').fill('nonsense');
    await page.keyboard.press('Enter');
    await page.getByText('An API key begins with').waitFor();
    await page.getByLabel('API key').fill('sk_live_thisKeyIsUnknownToTheService');
    await page.keyboard.press('Enter');
    await page.getByText('does not accept this key').waitFor();
    await page.getByLabel('API key').fill(OPERATOR_KEY);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    await underTest().close(page, /401/);
  });

  it('asks for another key as soon as the one in use is refused, and forgets what it could see', async () => {
    const { client } = underTest().service;
    await client.addDocument({ id: 'tides', tenant_id: 'coast', title: 'The tides', content: 'Twice a day.' });
    const { id, key } = await issueKey(client, { scopes: 'read' });
    const page = await underTest().open({ path: '/documents', key });
    await page.getByRole('option', { name: /The tides/ }).waitFor();
    await client.delete(`${VERSION}/keys/${id}`);
    await page.getByRole('link', { name: 'Models' }).click();
    await page.getByText('does not accept this key').waitFor();
    const other = await issueKey(client, { scopes: 'read', tenants: 'elsewhere' });
    await page.getByLabel('API key').fill(other.key);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Documents' }).click();
    await page.getByText('There are no documents yet').waitFor();
    await client.deleteDocument('tides');
    await underTest().close(page, /401/);
  });

  it('asks for another key where a question or a request of one’s own is refused', async () => {
    const { client } = underTest().service;
    for (const path of ['/ask', '/explorer?operation=getCurrentKey']) {
      const { id, key } = await issueKey(client);
      const page = await underTest().open({ path, key });
      await page.getByRole('button', { name: /^(Ask|Send)$/ }).waitFor();
      await client.delete(`${VERSION}/keys/${id}`);
      if (path === '/ask') await page.getByLabel('Question').fill('How high is the tide?');
      await page.getByRole('button', { name: /^(Ask|Send)$/ }).click();
      await page.getByText('does not accept this key').waitFor();
      await underTest().close(page, /401/);
    }
  });

  it('says on every page that a key is for test data', async () => {
    const { client, url } = underTest().service;
    const { key } = await issueKey(client, { mode: 'test' });
    // Of no documents, the search page would lead to the welcome page.
    await client.withKey(key).addDocument({ id: 'a', tenant_id: 't', title: 'A rehearsal', content: 'To try things.' });
    for (const [width, height] of [
      [320, 640],
      [1280, 800],
    ] as const) {
      const page = await underTest().open({ path: '/welcome', key, width, height });
      await page.getByText('This key works with test data').waitFor();
      for (const name of ['Search', 'Ask', 'Documents']) {
        await page.goto(`${url}/console/${name.toLowerCase()}`);
        await page.getByRole('heading', { level: 1, name }).waitFor();
        const badge = page.getByText('Test data', { exact: true });
        expect((await badge.boundingBox())!.y).toBe(0);
      }
      await expectAccessible(page);
      await underTest().close(page);
    }
  });

  it('goes everywhere by keyboard', async () => {
    const page = await underTest().open({ path: '/search?q=tides' });
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('models');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
    await underTest().close(page);
  });

  it('fits a phone without scrolling sideways', async () => {
    const page = await underTest().open({ path: '/search?q=tides', width: 375, height: 720 });
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    const [scrollWidth, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(scrollWidth).toBe(width);
    await underTest().close(page);
  });

  it('keeps long words and names within a narrow phone', async () => {
    const { client, url } = underTest().service;
    const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3);
    await client.addDocument({ id: 'long', tenant_id: long, title: long, content: long, metadata: { topic: long } });
    await client.post(`${VERSION}/models`, { kind: 'text_classifier', id: 'long', name: long.slice(0, 60) });
    const page = await underTest().open({ path: '/documents/long', width: 360, height: 740 });
    for (const path of ['/documents/long', '/search?language=en', '/analyse?document=long', '/models/long']) {
      await page.goto(`${url}/console${path}`);
      await page.getByRole('heading', { name: long.slice(0, 60) }).waitFor();
      const [scrollWidth, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(scrollWidth, path).toBe(width);
    }
    await client.deleteDocument('long');
    await underTest().close(page);
  });

  it('keeps a conversation within a phone and a window, whatever its sources are called', async () => {
    const { client } = underTest().service;
    const title = `Timetable of the ferry ${'and of everything else that sails from the pier '.repeat(4)}`.trim();
    const content = `The ferry leaves at half past seven. Its address is https://${'ferry'.repeat(40)}.example.`;
    await client.addDocument({ id: 'ferry', tenant_id: 'coast', title, content });
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      const page = await underTest().open({ path: '/ask', width, height });
      await page.getByLabel('Question').fill('When does the ferry leave?');
      await page.keyboard.press('Enter');
      const source = page.getByRole('list', { name: 'Sources' }).getByText(title);
      await source.waitFor();
      await page.getByRole('button', { name: 'Show the passages' }).click();
      await page.getByRole('list', { name: 'Passages' }).getByRole('link', { name: title }).waitFor();
      // The conversation scrolls in a box of its own, so the page has its width whatever is in there.
      const tooWide = await page
        .getByRole('article')
        .evaluate((article) =>
          [...article.querySelectorAll('*')]
            .filter((element) => element.getBoundingClientRect().right > innerWidth)
            .map(({ outerHTML }) => outerHTML),
        );
      expect(tooWide).toEqual([]);
      expect(await source.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
      await underTest().close(page);
    }
    await client.deleteDocument('ferry');
  });

  it('has every page and the commands in sight on the narrowest phone', async () => {
    const page = await underTest().open({ path: '/search?q=tides', width: 320, height: 640 });
    for (const name of ['Documents', 'Analyse', 'Explorer']) {
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      const commands = (await page.getByTitle('Commands').boundingBox())!;
      expect(commands.x + commands.width).toBeLessThanOrEqual(320);
    }
    await underTest().close(page);
  });
});
