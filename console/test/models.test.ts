import type { Locator, Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { labelledTexts } from '../../test/harness/labelled-texts.js';
import { endedVersion, MODELS, sendVersion, trainModel } from '../../test/harness/trained-models.js';
import { expectAccessible } from './harness/axe.js';
import { describeConsole, takePictures } from './harness/console.js';

vi.setConfig({ testTimeout: 240_000 });

const TRAINING_MILLISECONDS = 200_000;
const csv = (lines: readonly string[]) => Buffer.from(lines.join('\n'));
const OPENINGS = ['', 'Hello, ', 'Please help: ', 'Good morning. '];
const TOPICS = ['account', 'delivery', 'payment'];

/** Some of the labels are wrong, so that there is something to see. */
function tickets(labelColumn: string): Buffer {
  const texts = OPENINGS.flatMap((opening) =>
    labelledTexts().map(({ text, label }) => ({ text: opening + text, label })),
  );
  const rows = texts.map(({ text, label }, i) => `"${text}",${i % 11 === 5 ? TOPICS[i % 3] : label}`);
  return csv([`text,${labelColumn}`, ...rows]);
}

describeConsole('the models', (underTest) => {
  it('are made, trained from a file that is looked at first, tried and deleted', async () => {
    const page = await underTest().open({ path: '/models', height: 1180 });
    await page.getByText('No model yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New model' }).click();
    await page.getByLabel('Name').fill('Topics of tickets');
    await page.getByLabel('Id', { exact: true }).fill('two words');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.locator('input:invalid[title*="digits"]').waitFor();
    await page.getByLabel('Id', { exact: true }).fill('tickets');
    await page.getByRole('button', { name: 'Create' }).click();

    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: csv(['text,label']) });
    await page.getByText('There are no examples; a model needs').waitFor();
    await dropFile(page, page.getByText('empty.csv'), { name: 'tickets.csv', text: String(tickets('topic')) });
    await page.getByText('The header has no column label.').waitFor();
    expect(await page.getByRole('button', { name: 'Train', exact: true }).count()).toBe(0);
    await page.getByLabel('Column that holds the label').selectOption('topic');
    await page.getByText('Ready to train').waitFor();
    await page.getByText('288 examples. The model will tell 3 labels apart.').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'models-preview');
    await page.getByLabel('Name of the version').fill('of today');
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.locator('input:invalid[title*="digits"]').waitFor();
    await page.getByLabel('Name of the version').fill('');
    await page.getByRole('button', { name: 'Train', exact: true }).click();

    const matrix = page.getByRole('region', { name: 'Confusion matrix' });
    await matrix.waitFor({ timeout: TRAINING_MILLISECONDS });
    await matrix.getByRole('rowheader', { name: 'delivery' }).waitFor();
    await page.getByRole('img', { name: /Reliability diagram/ }).waitFor();
    await page.getByRole('heading', { name: 'Most telling words' }).waitFor();
    await page.getByLabel('Text', { exact: true }).fill('Where is my parcel?');
    await page.keyboard.press('Control+Enter');
    await page.locator('[aria-live]').getByText('delivery').first().waitFor();
    await expectAccessible(page);
    await takePictures(page, 'models');

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete the model' }).click();
    await page.getByText('No model yet').waitFor();
    await underTest().close(page);
  });

  it('show a matrix of many long labels at a glance, with their ends', async () => {
    const { client } = underTest().service;
    const labels = [
      'after_bank_transfer',
      'after_cheque',
      'in_the_app',
      'at_a_machine',
      'abroad',
      'twice',
      'late',
      'never',
    ];
    const examples = labels.flatMap((label, which) =>
      Array.from({ length: 12 }, (_, i) => ({
        text: `My balance ${label.replaceAll('_', ' ')}, case ${which} number ${i}`,
        label: `balance_was_not_updated_${label}`,
      })),
    );
    await trainModel(client, { id: 'balances', kind: 'text_classifier' }, { examples });
    const page = await underTest().open({ path: '/models/balances' });
    const matrix = page.getByRole('region', { name: 'Confusion matrix' });
    await matrix.getByRole('columnheader', { name: 'balance_was_not_updated_never' }).waitFor();
    expect(await matrix.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    const [scrollWidth, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(scrollWidth).toBe(width);
    await expectAccessible(page);
    await underTest().close(page);
  });

  it('that predict numbers are asked by a form of their columns, on a phone too', async () => {
    const { client } = underTest().service;
    const houses = Array.from({ length: 200 }, (_, i) => ({
      input: { area: 50 + (i % 100), state: ['old', 'new'][i % 2], sold: `2024-0${1 + (i % 9)}-01` },
      label: 1_000 * (50 + (i % 100)) + 5_000 * (i % 2) + (i % 7) * 300,
    }));
    await trainModel(client, { id: 'prices', kind: 'predictor' }, { examples: houses });
    await sendVersion(client, 'prices', { version: 'second', default: false, examples: houses });
    await endedVersion(client, 'prices', 'second');
    const page = await underTest().open({ path: '/models/prices', width: 375, height: 800 });
    await page.getByRole('img', { name: /Predicted and actual numbers/ }).waitFor();
    await page.getByLabel('area').fill('100');
    await page.getByLabel('state').selectOption('new');
    await page.getByRole('button', { name: 'Predict' }).click();
    await page.getByText(/with a probability of/).waitFor();
    await page
      .getByText(/^\d{2,3},\d{3}(\.\d+)?$/)
      .first()
      .waitFor();
    const [scrollWidth, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(scrollWidth).toBe(width);
    await expectAccessible(page);
    await page.getByRole('button', { name: /^second/ }).click();
    await page.getByRole('button', { name: 'Make it the default' }).click();
    await page.getByText('second is the default version now.').waitFor();
    await page.getByRole('button', { name: /^v1/ }).click();
    await page.getByRole('button', { name: 'Delete version' }).click();
    await page.getByRole('button', { name: 'Delete the version' }).click();
    await page.getByText('v1 was deleted.').waitFor();
    expect((await client.get(`${MODELS}/prices`)).body).toMatchObject({
      default_version: 'second',
      versions: [{ version: 'second' }],
    });
    await underTest().close(page);

    const { body } = await client.post('/v20241104/keys', { name: 'reader', scopes: ['read'] });
    const reader = await underTest().open({ path: '/models/prices', key: String(body.key) });
    await reader.getByRole('button', { name: 'Predict' }).waitFor();
    for (const name of ['Train a version', 'Delete'])
      expect(await reader.getByRole('button', { name }).count()).toBe(0);
    await underTest().close(reader);
  });

  it('can be watched while they are trained, and stopped', async () => {
    const { client } = underTest().service;
    const long = Array.from({ length: 3_000 }, (_, n) => ({
      text: `Number ${n}: ${'a sentence of many words that takes a while to read. '.repeat(20)}`,
      label: n % 2 ? 'odd' : 'even',
    }));
    await client.post(MODELS, { kind: 'text_classifier', id: 'slow' });
    await sendVersion(client, 'slow', { examples: long });
    const page = await underTest().open({ path: '/models/slow' });
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('button', { name: 'Cancel the training' }).click();
    await page.getByRole('heading', { name: /^v1 Cancelled/ }).waitFor();
    await underTest().close(page);
  });

  it('show what the service says of a model that there is not', async () => {
    const page = await underTest().open({ path: '/models/no-such-model' });
    await page.getByText('There is no model "no-such-model".').first().waitFor();
    await underTest().close(page, /404/);
  });
});

async function dropFile(page: Page, target: Locator, { name, text }: { name: string; text: string }): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content!], fileName!, { type: 'text/csv' }));
      return transfer;
    },
    [name, text],
  );
  await target.dispatchEvent('drop', { dataTransfer });
}
