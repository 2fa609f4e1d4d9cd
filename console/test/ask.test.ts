import { expect, it } from 'vitest';
import { issueKey } from '../../test/harness/keys.js';
import { expectAccessible } from './harness/axe.js';
import { describeConsole, takePictures } from './harness/console.js';

const DOCUMENTS = [
  {
    id: 'ferry',
    tenant_id: 'island',
    title: 'The ferry',
    content:
      'The ferry to Harrow Island leaves the old pier at half past seven in the morning. Bicycles travel free of charge. Dogs must be kept on a lead during the crossing.',
  },
  {
    id: 'museum',
    tenant_id: 'island',
    title: 'The museum of storms',
    content:
      'The museum of storms was founded by Ida Quell in 1931. It is closed on Mondays. Admission is four crowns.',
  },
];

describeConsole('asking', (underTest) => {
  it('answers with a source that opens where the answer is, and goes on with the conversation', async () => {
    await underTest().service.client.importDocuments(DOCUMENTS);
    const page = await underTest().open({ path: '/ask' });
    await page.getByLabel('Question').fill('When does the ferry leave?');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('article').first();
    await answer.getByText('half past seven').waitFor();
    await answer.getByText('In the words of the documents').waitFor();
    await page.getByLabel('Question').fill('Who founded the museum of storms?');
    await page.keyboard.press('Enter');
    await page.getByRole('article').nth(1).getByText('Ida Quell').waitFor();
    await page.getByRole('article').nth(1).getByRole('button', { name: 'Show the passages' }).click();
    const passages = page.getByRole('list', { name: 'Passages' });
    await passages.getByText('closed on Mondays').waitFor();
    expect(await passages.getByRole('link').first().getAttribute('href')).toMatch(/documents\/museum\?passage=The/);
    await expectAccessible(page);
    await takePictures(page, 'ask');
    const link = answer.getByRole('list', { name: 'Sources' }).getByRole('link');
    expect(await link.getAttribute('href')).toMatch(/\/console\/documents\/ferry\?start=\d+&end=\d+/);
    await link.click();
    await page.waitForURL(/documents\/ferry/);
    await page.goBack();
    await page.getByText('half past seven').first().waitFor();
    // Whoever goes on with another key sees nothing of it.
    const { key } = await issueKey(underTest().service.client, { tenants: 'elsewhere' });
    await page.getByRole('button', { name: 'Forget the key' }).click();
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ask your documents' }).waitFor();
    await underTest().close(page);
  });

  it('says when the documents do not hold the answer', async () => {
    const page = await underTest().open({ path: '/ask', width: 375, height: 720 });
    await page.getByLabel('Question').fill('Who was the first king of Denmark?');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('Not in the documents').waitFor();
    await expectAccessible(page);
    const [scrollWidth, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(scrollWidth).toBe(width);
    await page.keyboard.press('ArrowUp');
    expect(await page.getByLabel('Question').inputValue()).toBe('Who was the first king of Denmark?');
    await underTest().close(page);
  });

  it('takes greetings and thanks for what they are', async () => {
    const page = await underTest().open({ path: '/ask' });
    for (const [said, answer] of [
      ['Hello', 'How can I help you?'],
      ['Thanks', 'You.re welcome'],
    ] as const) {
      await page.getByLabel('Question').fill(said);
      await page.keyboard.press('Enter');
      await page.getByText(new RegExp(answer)).waitFor();
    }
    await page.getByRole('article').nth(1).getByRole('button', { name: 'Copy the answer' }).waitFor();
    expect(await page.getByText(/Not in the documents|In the words of the documents/).count()).toBe(0);
    await underTest().close(page);
  });

  it('shows an answer of low confidence as a guess', async () => {
    const page = await underTest().open({ path: '/ask' });
    await page.route('**/generate-answer', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/("answer_span":\{[^}]*\},"confidence_level":)"\w+"/, '$1"low"');
      await route.fulfill({ response, body });
    });
    await page.getByLabel('Question').fill('When does the ferry leave?');
    await page.keyboard.press('Enter');
    await page.getByText('Only a guess.').waitFor();
    await expectAccessible(page);
    await underTest().close(page);
  });

  it('asks again what was stopped', async () => {
    const page = await underTest().open({ path: '/ask' });
    await page.getByLabel('Question').waitFor();
    await page.route('**/generate-answer', () => undefined);
    await page.getByLabel('Question').fill('When does the ferry leave?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Stop' }).click();
    const { width } = (await page.getByText('Stopped', { exact: true }).boundingBox())!;
    expect(width).toBeLessThan(100);
    await page.unroute('**/generate-answer');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('half past seven').waitFor();
    await underTest().close(page, /ERR_ABORTED|ERR_FAILED/);
  });

  it('suggests questions that fit a phone, whatever the documents are called', async () => {
    const title = `Minutes of the harbour board ${'and of all its committees '.repeat(4)}${'x'.repeat(80)}`;
    await underTest().service.client.importDocuments([{ id: 'minutes', tenant_id: 'island', title }]);
    const page = await underTest().open({ path: '/ask', width: 375, height: 720 });
    const { x, width } = (await page.getByRole('button', { name: title }).boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(375);
    await underTest().close(page);
  });

  it('shows an error where the answer would be, and asks again', async () => {
    const page = await underTest().open({ path: '/ask' });
    await page.getByLabel('Question').waitFor();
    await page.route('**/generate-answer', (route) => route.abort());
    await page.getByLabel('Question').fill('When does the ferry leave?');
    await page.keyboard.press('Enter');
    const failure = page.getByRole('article').getByRole('alert');
    await failure.getByText('The connection to the service failed').waitFor();
    await page.unroute('**/generate-answer');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('half past seven').waitFor();
    await underTest().close(page, /ERR_FAILED/);
  });
});
