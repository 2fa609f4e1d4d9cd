import type { Page } from 'playwright-core';

type Series = (number | null)[];
type Figures = Record<string, Series | Record<string, Series>>;

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;

/**
 * For pictures only: a service that has just been started has no history worth looking at. Its answer is kept but for the
 * figures, which become those of a day in which people search, and sleep at night.
 */
export function showBusyDay(page: Page): Promise<void> {
  return showFigures(page, ({ times }) => figuresOf(times));
}

/** As if the service had been started a moment ago, however long the tests before have taken. */
export function showJustStarted(page: Page): Promise<void> {
  const onlyLast = (_: string, value: unknown) =>
    Array.isArray(value) ? value.map((figure, period) => (period === value.length - 1 ? figure : null)) : value;
  return showFigures(page, ({ series }) => JSON.parse(JSON.stringify(series), onlyLast) as Figures);
}

interface StatisticsBody {
  times: string[];
  series: Figures;
}

async function showFigures(page: Page, figures: (body: StatisticsBody) => Figures): Promise<void> {
  await page.route('**/statistics/browse', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as StatisticsBody;
    await route.fulfill({ response, json: { ...body, series: figures(body) } });
  });
}

function figuresOf(times: readonly string[]): Figures {
  const wave = (period: number, of: number) => Math.sin(period / of) * 0.5 + Math.sin(period / (of / 3.7)) * 0.5;
  const daylight = (time: string) => {
    const hour = (Date.parse(time) % DAY_MILLISECONDS) / HOUR_MILLISECONDS;
    return Math.max(0.08, Math.sin(((hour - 6) / 24) * 2 * Math.PI));
  };
  const busy = (level: number, of: number): Series =>
    times.map((time, period) => Math.round(level * daylight(time) * (1 + 0.25 * wave(period, of))));
  const steady = (level: number, spread: number, of: number): Series =>
    times.map((_, period) => Math.round((level + spread * wave(period, of)) * 10) / 10);
  const growing = (from: number, to: number): Series =>
    times.map((_, period) => Math.round(from + (to - from) * (Math.ceil(((period + 1) / times.length) * 9) / 9)));
  const none: Series = times.map(() => 0);
  return {
    requests: { search: busy(420, 11), answers: busy(60, 7), writes: busy(110, 17), other: busy(45, 5) },
    client_errors: { search: busy(4, 6), answers: none, writes: busy(2, 9), other: none },
    server_errors: { search: none, answers: none, writes: none, other: none },
    latency_p50_ms: { search: steady(9, 2, 8), answers: steady(310, 40, 8), writes: steady(24, 4, 8), other: none },
    latency_p95_ms: { search: steady(21, 6, 5), answers: steady(720, 90, 6), writes: steady(52, 9, 6), other: none },
    semantic_tokens: busy(9_800, 13),
    llm_input_tokens: busy(5_200, 6),
    llm_output_tokens: busy(1_900, 6),
    documents: { live: growing(81_200, 96_450), test: none },
    passages: { live: growing(302_000, 358_000), test: none },
    index_bytes: { live: growing(410e6, 489e6), test: none },
    disk_bytes: growing(905e6, 1_062e6),
    memory_bytes: steady(1_180e6, 45e6, 14),
    heap_bytes: steady(210e6, 32e6, 4),
    event_loop_delay_ms: steady(4.2, 1.9, 3),
  };
}
