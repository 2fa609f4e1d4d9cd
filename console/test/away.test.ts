import { it } from 'vitest';
import { startService } from '../../test/harness/service.js';
import { OPERATOR_KEY } from '../../test/harness/sextant-process.js';
import { expectAccessible } from './harness/axe.js';
import { describeConsole } from './harness/console.js';

describeConsole('a service that goes away', (underTest) => {
  it('is waited for by whoever comes with a key', async () => {
    const page = await underTest().open({ path: '/explorer', key: null });
    await page.route('**/keys/current', (route) => route.abort());
    await page.getByLabel('API key').fill(OPERATOR_KEY);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sextant does not answer' }).waitFor();
    await expectAccessible(page);
    await page.unroute('**/keys/current');
    // It is still said while an attempt hangs.
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const attempt = page.waitForRequest('**/keys/current');
    await page.route('**/keys/current', async (route) => {
      await answered;
      await route.continue();
    });
    await attempt;
    await expectAccessible(page);
    answer();
    await page.getByRole('heading', { name: 'Explorer' }).waitFor();
    await underTest().close(page, /ERR_FAILED/);
  });

  it('is missed where an answer is written, and the question is asked again', async () => {
    const { service } = underTest();
    await service.client.addDocument({ id: 'a', tenant_id: 't', title: 'The lighthouse', content: 'It blinks twice.' });
    const page = await underTest().open({ path: '/ask' });
    await page.getByLabel('Question').waitFor();
    await page.route(`${service.url}/**`, (route) => route.abort());
    await page.getByLabel('Question').fill('How often does the lighthouse blink?');
    await page.keyboard.press('Enter');
    await page.getByText('Sextant does not answer').waitFor();
    await page.unroute(`${service.url}/**`);
    await page.getByText('Sextant does not answer').waitFor({ state: 'hidden' });
    await page.getByRole('article').getByRole('button', { name: 'Try again' }).click();
    await page.getByText('blinks twice').waitFor();
    await underTest().close(page, /ERR_FAILED/);
  });

  it('is missed, waited for, and gone on with when it is back', async () => {
    const { service } = underTest();
    await service.client.addDocument({ id: 'a', tenant_id: 't', title: 'The lighthouse', content: 'It blinks twice.' });
    const page = await underTest().open({ path: '/explorer' });
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await service.stop();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Sextant does not answer').waitFor();
    const { port } = new URL(service.url);
    const again = await startService({ folder: service.folder, environment: { SEXTANT_PORT: port } });
    await page.getByText('Sextant does not answer').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('"search_result"').waitFor();
    await again.stop();
    await underTest().close(page, /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|503/);
  });
});
