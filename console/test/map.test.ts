import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { VERSION } from '../../test/harness/client.js';
import { issueKey } from '../../test/harness/keys.js';
import { startService } from '../../test/harness/service.js';
import { expectAccessible } from './harness/axe.js';
import { ConsoleUnderTest, describeConsole, takePictures } from './harness/console.js';

const SUBJECTS: Record<string, readonly string[]> = {
  sea: [
    'Tides and the Moon',
    'Waves in a storm',
    'Ocean currents',
    'Coral reefs',
    'Whales',
    'Harbours',
    'Lighthouses',
    'Sailing ships',
  ],
  kitchen: [
    'Sourdough bread',
    'Tomato sauce',
    'Fresh noodles',
    'Roast chicken',
    'Apple pie',
    'Vegetable soup',
    'Pancakes',
    'Cheese',
  ],
  sky: [
    'The rings of Saturn',
    'Comets',
    'Black holes',
    'The Milky Way',
    'Telescopes',
    'Solar eclipses',
    'Mars',
    'Supernovae',
  ],
  law: [
    'Rental contracts',
    'Copyright',
    'Court appeals',
    'Tax returns',
    'Patents',
    'Employment law',
    'Wills',
    'Privacy law',
  ],
};

const ABOUT: Record<string, readonly string[]> = {
  sea: ['how salt water and coasts behave', 'what sailors on the ocean watch', 'life under the surface of the sea'],
  kitchen: ['a recipe for dinner with friends', 'how to cook it in the oven', 'ingredients, garlic and butter'],
  sky: ['what astronomers see through telescopes', 'stars and planets of the galaxy', 'light from space'],
  law: ['what the court decided', 'a contract between two parties', 'which rights a citizen has'],
};

function documents() {
  return Object.entries(SUBJECTS).flatMap(([topic, titles]) =>
    titles.flatMap((title, i) =>
      ABOUT[topic]!.map((about, j) => ({
        id: `${topic}-${i}-${j}`,
        title: `${title}: ${about}`,
        content: `${title}. This text tells ${about}, and why ${title.toLowerCase()} matter.`,
        tenant_id: topic === 'law' ? 'office' : 'library',
        metadata: { topic },
      })),
    ),
  );
}

/** Where the points of a subject are, from the API, in pixels of the canvas as it is fitted first. */
async function pixelOf(page: Page, id: string, points: { id: string[]; x: number[]; y: number[] }) {
  const box = await page.getByRole('application').boundingBox();
  const at = points.id.indexOf(id);
  const scale = Math.min(box!.width, box!.height) * 0.88;
  return {
    x: box!.x + box!.width / 2 + (points.x[at]! - 0.5) * scale,
    y: box!.y + box!.height / 2 + (points.y[at]! - 0.5) * scale,
  };
}

/** Two fingers at the same height, so far to both sides of a place, move to another distance. */
async function pinch(touch: CDPSession, middle: { x: number; y: number }, [from, to]: readonly [number, number]) {
  const fingers = (distance: number) => [
    { x: middle.x - distance, y: middle.y, id: 1 },
    { x: middle.x + distance, y: middle.y, id: 2 },
  ];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from) });
  for (let step = 1; step <= 10; step++) {
    const touchPoints = fingers(from + ((to - from) * step) / 10);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Without graphics hardware, the browser remarks that pictures of the map take it long. */
const REMARK = /GPU stall/;

describeConsole(
  'the map',
  (underTest) => {
    let points: { id: string[]; x: number[]; y: number[] };

    it('says that there are no documents yet', async () => {
      const page = await underTest().open({ path: '/map' });
      await page.getByRole('heading', { name: 'No documents yet' }).waitFor();
      await expectAccessible(page);
      await underTest().close(page, REMARK);
    });

    it('shows documents in colours, with regions, and opens one at a click', async () => {
      const { client } = underTest().service;
      await client.importDocuments(documents());
      const page = await underTest().open({ path: '/map' });
      await page.getByRole('application', { name: 'Map of 96 documents' }).waitFor();
      await page.getByLabel('Colour by').selectOption('metadata.topic');
      await page.getByRole('button', { name: /^kitchen 24$/ }).waitFor();
      await page.getByRole('heading', { name: 'Regions' }).waitFor();
      expect(page.url()).toContain('color=metadata.topic');
      await takePictures(page, 'map');
      points = JSON.parse((await client.post(`${VERSION}/map`, {})).text).points;
      const { x, y } = await pixelOf(page, 'sky-1-0', points);
      await page.mouse.move(x, y);
      await page.getByText('Comets: what astronomers see').first().waitFor();
      await page.mouse.click(x, y);
      await page.getByRole('heading', { level: 3 }).waitFor();
      expect(page.url()).toMatch(/id=sky/);
      await expectAccessible(page);
      await underTest().close(page, REMARK);
    });

    it('lights up what a search finds, and chooses by lasso, for the search page', async () => {
      const page = await underTest().open({ path: '/map?color=metadata.topic' });
      await page.getByRole('application', { name: 'Map of 96 documents' }).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('planets and stars');
      await page.getByText(/found$/).waitFor();
      await page.getByLabel('Light up what a search finds').fill('');
      await page.getByRole('button', { name: 'Lasso' }).click();
      const box = (await page.getByRole('application').boundingBox())!;
      const corners = [
        [0.01, 0.01],
        [0.99, 0.01],
        [0.99, 0.99],
        [0.01, 0.99],
      ] as const;
      await page.mouse.move(box.x + 4, box.y + 4);
      await page.mouse.down();
      for (const [across, down] of corners)
        await page.mouse.move(box.x + across * box.width, box.y + down * box.height);
      await page.mouse.up();
      await page.getByRole('heading', { name: '96 documents chosen' }).waitFor();
      await page.getByRole('button', { name: /Apple pie: a recipe/ }).waitFor();
      await page.getByRole('link', { name: 'Search among these' }).click();
      await page.waitForURL(/\/console\/search\?.*filter=/);
      await underTest().close(page, REMARK);
    });

    it('is used by keyboard alone, and on a phone', async () => {
      const page = await underTest().open({ path: '/map', width: 375, height: 740 });
      const map = page.getByRole('application');
      await map.waitFor();
      const labels = page.locator('[class*=argeLabel]');
      await labels.first().waitFor();
      const frame = (await map.boundingBox())!;
      for (const label of await labels.all()) {
        const { x, width } = (await label.boundingBox())!;
        expect(x).toBeGreaterThanOrEqual(frame.x);
        expect(x + width).toBeLessThanOrEqual(frame.x + frame.width);
      }
      await map.focus();
      for (const key of ['+', '+', 'ArrowLeft', 'ArrowUp', '-', '0']) await page.keyboard.press(key);
      const [region] = await page.getByRole('listitem').getByRole('button').all();
      await region!.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /documents chosen/ }).waitFor();
      await page.getByRole('button', { name: /: / }).first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 3 }).waitFor();
      const [scrollWidth, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(scrollWidth).toBe(width);
      await expectAccessible(page);
      await underTest().close(page, REMARK);
    });

    it('shows a key its own tenants only, and an error in the words of the service', async () => {
      const { key } = await issueKey(underTest().service.client, { tenants: 'office' });
      const page = await underTest().open({ path: '/map', key });
      await page.getByRole('application', { name: 'Map of 24 documents' }).waitFor();
      expect(await page.getByRole('main').textContent()).not.toMatch(/recipe|oven|planets/i);
      await underTest().close(page, REMARK);
      const wrong = await underTest().open({ path: '/map?color=nothing' });
      await wrong
        .getByRole('alert')
        .getByText(/is not a field/)
        .first()
        .waitFor();
      await underTest().close(wrong, /400|GPU stall/);
    });

    it('is pinched by two fingers: what is between them stays there', async () => {
      const page = await underTest().open({ path: '/map?id=sky-1-0', width: 375, height: 740 });
      const touch = await page.context().newCDPSession(page);
      await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
      const map = page.getByRole('application');
      await map.scrollIntoViewIfNeeded();
      const box = (await map.boundingBox())!;
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      // The opened document has a ring around it.
      const fromMiddle = async () => {
        const ring = (await page.locator('[class*=ring]').boundingBox())!;
        return Math.hypot(ring.x + ring.width / 2 - middle.x, ring.y + ring.height / 2 - middle.y);
      };
      const before = await fromMiddle();
      await pinch(touch, middle, [30, 90]);
      await expect.poll(async () => (await fromMiddle()) / before).toBeCloseTo(3, 1);
      await pinch(touch, middle, [90, 45]);
      await expect.poll(async () => (await fromMiddle()) / before).toBeCloseTo(1.5, 1);
      expect(page.url()).toContain('id=sky-1-0');
      await underTest().close(page, REMARK);
    });

    it('shows a sample of more documents than it may hold, and says so; or that it is switched off', async () => {
      const { client, folder } = underTest().service;
      const more = Array.from({ length: 60 }, (_, i) => ({
        id: `music-${i}`,
        title: `Song ${i} for a choir`,
        content: `The choir sings song ${i} with an organ.`,
        tenant_id: 'library',
      }));
      await client.importDocuments(more);
      const page = await underTest().open({ path: '/map' });
      await page.getByText(/^\d+ of 156 documents$/).waitFor();
      const shown = Number(/\d+/.exec((await page.getByText(/ of 156 documents$/).textContent())!)![0]);
      expect(shown).toBeGreaterThan(80);
      expect(shown).toBeLessThan(120);
      await page.getByRole('application', { name: `Map of ${shown} documents` }).waitFor();
      await underTest().close(page, REMARK);
      await underTest().service.stop();
      const service = await startService({ folder, environment: { SEXTANT_MAP: 'off' } });
      const withoutMap = new ConsoleUnderTest(service, underTest().browser);
      const off = await withoutMap.open({ path: '/map' });
      await off.getByRole('heading', { name: 'This service makes no maps' }).waitFor();
      await expectAccessible(off);
      await withoutMap.close(off);
      await service.dispose();
    });
  },
  { SEXTANT_MAP_DOCUMENTS: '100' },
);
