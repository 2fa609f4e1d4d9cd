import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { issueKey } from '../../test/harness/keys.js';
import { expectAccessible } from './harness/axe.js';
import { describeConsole } from './harness/console.js';

const LONG = Array.from(
  { length: 60 },
  (_, i) => `Sentence ${i} tells of the harbour, its boats and those who mend the nets.`,
);
const HOSTILE = [
  '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 2"><svg onload="window.hacked = 3"></svg>',
  '<a href="javascript:window.hacked = 4">click</a><iframe srcdoc="<script>parent.hacked = 5</script>"></iframe>',
  '<form action="/v20241104/documents"><input name="x"></form><style>body { display: none }</style><p>Harmless words.</p>',
].join('\n');

/** As the file manager of a desktop does it. */
async function dropFromDisk(page: Page, path: string): Promise<void> {
  const mouse = await page.context().newCDPSession(page);
  const { x, y } = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await mouse.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data });
  }
}

describeConsole('the documents', (underTest) => {
  beforeAll(async () => {
    const { client } = underTest().service;
    const many = Array.from({ length: 600 }, (_, i) => ({
      id: `many-${i}`,
      title: `Number ${String(i).padStart(4, '0')}`,
      tenant_id: 'many',
      created_at: '2020-01-01',
    }));
    await client.importDocuments([
      ...many,
      {
        id: 'long',
        title: 'The harbour',
        tenant_id: 'sea',
        content: LONG.join(' '),
        metadata: { topic: 'boats', depth: 4 },
      },
      { id: 'copy', title: 'The harbour, again', tenant_id: 'sea', content: LONG.join(' ') },
      {
        id: 'hostile',
        title: '<b onmouseover="hacked = 6">Hostile</b>',
        tenant_id: 'sea',
        content: HOSTILE,
        source_uri: 'javascript:hacked = 7',
      },
      {
        id: 'arabic',
        title: 'زيارة المنارة',
        tenant_id: 'sea',
        language: 'ar',
        content: 'تفتح المنارة أبوابها كل يوم.',
      },
    ]);
  });

  const rows = (page: Page) => page.getByRole('listbox', { name: 'Documents' }).getByRole('option');
  const row = (page: Page, title: string) => rows(page).filter({ hasText: title });

  it('are found, opened and read by keyboard, with passages, duplicates and metadata', async () => {
    const page = await underTest().open({ path: '/documents' });
    await row(page, 'The harbour').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('harbour');
    await page.waitForURL(/title=harbour/);
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByRole('listbox', { name: 'Documents' }).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const article = page.getByRole('article', { name: 'Document' });
    await article.getByRole('heading', { level: 2 }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^The harbour.* · Sextant$/);
    await article.getByTitle(/Passage 2 of/).waitFor();
    await page.getByRole('complementary').getByRole('link').first().waitFor();
    expect(page.url()).toMatch(/documents\/(long|copy)\?title=harbour/);
    await expectAccessible(page);
    const address = `${underTest().service.url}/console/documents/long`;
    const shown = article.locator('[aria-current=location]');
    for (const place of ['passage=Sentence%2050%20tells', `start=${LONG.join(' ').indexOf('Sentence 50')}&end=4000`]) {
      await page.goto(`${address}?${place}`);
      await shown.filter({ hasText: 'Sentence 50' }).waitFor();
    }
    await page.goto(`${address}?passage=Who%20repairs%20the%20nets%3F`);
    await shown.waitFor();
    await underTest().close(page);
  });

  it('are many, and only those in view are drawn', async () => {
    const page = await underTest().open({ path: '/documents?order=title&tenant=many' });
    await row(page, 'Number 0000').waitFor();
    expect(await rows(page).count()).toBeLessThan(100);
    await page.getByRole('listbox', { name: 'Documents' }).focus();
    await page.keyboard.press('End');
    await row(page, 'Number 0599').waitFor();
    await page.getByRole('listbox', { name: 'Documents' }).evaluate((list) => list.scrollTo(0, list.scrollHeight / 2));
    await row(page, 'Number 0300').waitFor();
    await underTest().close(page);
  });

  it('are added, edited, and deleted with a way back', async () => {
    const page = await underTest().open({ path: '/documents' });
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByLabel('Title', { exact: true }).fill('A new boat');
    await page.getByLabel('Text', { exact: true }).fill('She is built of larch.');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    const article = page.getByRole('article', { name: 'Document' });
    await article.getByText('She is built of larch.').waitFor();
    await article.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title', { exact: true }).fill('An old boat');
    await page.getByText('More', { exact: true }).click();
    const metadata = page.getByRole('textbox', { name: 'Metadata' });
    await metadata.fill('boats');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Metadata must be JSON').waitFor();
    await metadata.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await article.getByRole('heading', { name: 'An old boat' }).waitFor();
    const id = await article.locator('code').first().textContent();
    const before = await underTest().service.client.getDocument(String(id));
    await article.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('was deleted').waitFor();
    expect((await underTest().service.client.getDocument(String(id))).status).toBe(404);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('is back').waitFor();
    const after = await underTest().service.client.getDocument(String(id));
    expect({ ...after.body, url: '' }).toEqual({ ...before.body, url: '' });
    await underTest().close(page);
  });

  it('are not lost while they are written, by a slip of the hand', async () => {
    const page = await underTest().open({ path: '/documents' });
    await page.getByRole('button', { name: 'Add' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a document' });
    const title = dialog.getByLabel('Title', { exact: true });
    await title.fill('A letter from the north');
    // Selected from right to left, and let go beside the dialog.
    const { x, y, width, height } = (await title.boundingBox())!;
    await page.mouse.move(x + width - 5, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(5, y + height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await dialog.getByText('Discard what you have entered?').isVisible()).toBe(false);
    await page.mouse.click(5, 5);
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape');
    await dialog.getByText('Discard what you have entered?').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(await title.inputValue()).toBe('A letter from the north');
    expect(await title.evaluate((element) => element === document.activeElement)).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Add' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.goto(`${underTest().service.url}/console/documents/long`);
    await page.getByRole('article', { name: 'Document' }).getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Another harbour');
    await page.keyboard.press('Escape');
    await page.getByText('Discard what you have entered?').waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await underTest().close(page);
  });

  it('are shown harmless, however hostile they are, and from right to left where they are written so', async () => {
    const page = await underTest().open({ path: '/documents/hostile' });
    const article = page.getByRole('article', { name: 'Document' });
    await article.getByRole('heading', { name: '<b onmouseover' }).waitFor();
    expect(await article.getByRole('link').count()).toBe(0);
    for (const look of ['HTML', 'Markdown', 'Text']) {
      await article.getByText(look, { exact: true }).click();
      await article.getByText('Harmless words.').waitFor();
      expect(
        await article.locator('script, iframe, form, style, [onerror], [onload], [href^=javascript]').count(),
      ).toBe(0);
    }
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    await page.goto(page.url().replace('hostile', 'arabic'));
    const text = article.getByText('تفتح المنارة');
    await text.waitFor();
    expect(await text.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    // The sanitiser reads the text in a document of its own, in which nothing runs, but where the policy complains.
    await underTest().close(page, /Content Security Policy/);
  });

  it('come from files and folders, and what fails says why', async () => {
    const folder = underTest().service.folder;
    const files = { 'tides.md': '# How tides work\n\nThe Moon pulls.', 'broken.pdf': '%PDF-1.7 no', 'photo.png': 'x' };
    const paths = Object.keys(files).map((name) => join(folder, name));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const page = await underTest().open({ path: '/documents?tenant=sea' });
    await page.getByRole('button', { name: 'Import files' }).click();
    await page.getByLabel('Files', { exact: true }).setInputFiles(paths);
    const report = page.getByRole('region', { name: 'Files that were sent' });
    await report.getByText('1 of 3 files read. 1 document added.').waitFor();
    const reasons = await report.getByRole('listitem').allInnerTexts();
    expect(reasons.sort()).toEqual([
      expect.stringMatching(/^broken.pdf: The PDF is damaged/),
      expect.stringMatching(/^photo.png: Files of this type are not read/),
    ]);
    await page.getByLabel('Files', { exact: true }).setInputFiles(paths.slice(0, 1));
    await report.getByText('1 file read. 0 documents added, 1 unchanged.').waitFor();
    await mkdir(join(folder, 'logs'));
    await writeFile(join(folder, 'logs', 'night.txt'), 'The barometer fell all night.');
    await page.getByLabel('Folder', { exact: true }).setInputFiles(join(folder, 'logs'));
    await report.getByText('1 file read. 1 document added.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['# A dropped note'], 'note.md'));
      return transfer;
    });
    await page.dispatchEvent('h1', 'drop', { dataTransfer: dropped });
    await row(page, 'A dropped note').waitFor();
    await mkdir(join(folder, 'voyage', 'north'), { recursive: true });
    await writeFile(join(folder, 'voyage', 'north', 'ice.md'), '# Ice in the fjord');
    await writeFile(join(folder, 'voyage', 'south.txt'), 'Trade winds all week.');
    await writeFile(join(folder, 'voyage', '.hidden.txt'), 'Not for anybody.');
    await dropFromDisk(page, join(folder, 'voyage'));
    await report.getByText('2 files read. 2 documents added.').waitFor();
    await row(page, 'Ice in the fjord').waitFor();
    await page.getByLabel('Tenant').selectOption('default');
    await row(page, 'How tides work').waitFor();
    await row(page, 'night').waitFor();
    await underTest().close(page, /400/);
  });

  it('say what is wrong, and offer only what the key may do', async () => {
    const { key } = await issueKey(underTest().service.client, { scopes: 'read', tenants: 'sea' });
    const page = await underTest().open({ path: '/documents/many-1', key, width: 375 });
    await page.getByRole('heading', { name: 'This document is not there' }).waitFor();
    expect(await page.getByRole('button', { name: /Add|Import/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show all documents' }).click();
    await page.getByRole('listbox', { name: 'Documents' }).waitFor();
    await underTest().close(page, /404/);
  });

  it('fit a phone, one thing at a time', async () => {
    const page = await underTest().open({ path: '/documents?tenant=sea', width: 375, height: 720, theme: 'dark' });
    await row(page, 'The harbour').first().click();
    await page.getByRole('article', { name: 'Document' }).waitFor();
    expect(await page.getByRole('listbox', { name: 'Documents' }).isVisible()).toBe(false);
    const [scrollWidth, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(scrollWidth).toBe(width);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('listbox', { name: 'Documents' }).waitFor();
    await underTest().close(page);
  });

  it('fit a phone with names that nothing divides', async () => {
    const name = 'x'.repeat(120);
    const named = { id: name, title: name, source_uri: `file:///${name}`, metadata: { path: name }, content: name };
    await underTest().service.client.importDocuments([{ ...named, tenant_id: 'long' }]);
    const page = await underTest().open({ path: `/documents/${name}`, width: 375, height: 720 });
    await page.getByRole('article', { name: 'Document' }).waitFor();
    const [scrollWidth, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(scrollWidth).toBe(width);
    await underTest().close(page);
  });
});
