import { describe, expect, it } from 'vitest';
import type { Results } from '../support/recording.js';
import type { PageContents } from './contents.js';
import { type AllResults, renderPage } from './render-page.js';

const QUIET = { cores: 2, node: '20.20.2', memory_gib: 23, cpu_steal_percent: 0.4, load_average: 0.1 };
const FIRST = '2026-11-15T10:00:00Z';
const SECOND = '2026-11-16T11:00:00Z';

const FILTER: Results = {
  runs: { [FIRST]: { commit: 'abc1234', machine: QUIET } },
  figures: [
    {
      name: '100,000 documents',
      measure: 'p50',
      unit: 'ms',
      value: 1.6,
      alternatives: {
        SQLite: { value: 160 },
        'plain loop': { value: 28.8 },
        'in turns': { value: 40, ratio: 20 },
        other: { ratio: 1200 },
      },
      run: FIRST,
    },
  ],
};
const QUALITY: Results = {
  runs: {
    [FIRST]: { commit: null, machine: { ...QUIET, memory_gib: null, cpu_steal_percent: null, load_average: null } },
    [SECOND]: { commit: 'def5678', machine: QUIET },
  },
  figures: [
    {
      table: 'One',
      name: 'a',
      measure: 'nDCG',
      unit: 'score',
      value: 0.74,
      alternatives: { fusion: { value: 0.7 } },
      run: FIRST,
    },
    { table: 'One', name: 'b', measure: 'right', unit: '%', value: 80, run: SECOND },
    {
      table: 'Two',
      name: 'c',
      measure: 'searches',
      unit: 'requests/s',
      value: 1012.4,
      range: { low: 913, high: 1114 },
      run: SECOND,
    },
  ],
};
const RESULTS: AllResults = new Map([
  ['filter', FILTER],
  ['quality', QUALITY],
]);
const CONTENTS: PageContents = {
  headlines: [
    { promise: 'Filters are fast', script: 'filter', name: '100,000 documents', measure: 'p50' },
    { promise: 'Many searches', script: 'quality', table: 'Two', name: 'c', measure: 'searches' },
  ],
  sections: [
    { script: 'filter', title: 'Filter', about: 'a filter.', notes: 'A note.' },
    { script: 'quality', title: 'Quality', about: 'quality.', source: 'training/quality.ts' },
  ],
};

const page = renderPage(CONTENTS, RESULTS);

describe('the benchmarks page', () => {
  it('begins with a line for each promise, its ratio to the best alternative, and its script', () => {
    expect(page).toContain(
      [
        '| promise | figure | ratio to the best alternative | script |',
        '|---|---|---|---|',
        '| Filters are fast | 1.6 ms | 18× (plain loop) | [bench/filter.ts](../bench/filter.ts) |',
        '| Many searches | 1,012 requests/s (913 to 1,114) | – | [bench/quality.ts](../bench/quality.ts) |',
      ].join('\n'),
    );
  });

  it('puts the alternatives of a measure beside it, each with its ratio', () => {
    expect(page).toContain('| | p50 | SQLite | plain loop | in turns | other |');
    expect(page).toContain('| 100,000 documents | 1.6 ms | 160 ms, 100× | 28.8 ms, 18× | 40 ms, 20× | 1,200× |');
  });

  it('counts more as better where the unit is no time or size', () => {
    expect(page).toContain('| a | 0.740 | 0.700, 1.06× | |');
  });

  it('has a table for each caption and leaves cells empty that were not measured', () => {
    expect(page).toContain('**One**\n\n| | nDCG | fusion | right |');
    expect(page).toContain('| b | | | 80.0 % |');
    expect(page).toContain('**Two**\n\n| | searches |');
  });

  it('says when, at which commit and on what machine a section was measured', () => {
    expect(page).toContain(
      'A note.\n\nMeasured: 2026-11-15, commit `abc1234`, 2 cores, 23 GiB, Node.js 20.20.2, 0.4 % CPU steal, load average 0.1 before the start.',
    );
  });

  it('says which rows a run measured where there are several, and leaves unknown values out', () => {
    expect(page).toContain('- 2026-11-15, 2 cores, Node.js 20.20.2: One, a\n');
    expect(page).toContain('load average 0.1 before the start: One, b; Two, c\n');
  });

  it('links to the script of each section', () => {
    expect(page).toContain('## Filter\n\n[bench/filter.ts](../bench/filter.ts): a filter.');
    expect(page).toContain('[training/quality.ts](../training/quality.ts): quality.');
  });

  it('says of a script without results that it was not measured', () => {
    const sections = [{ script: 'new', title: 'New', about: 'something.' }];
    expect(renderPage({ ...CONTENTS, sections }, RESULTS)).toContain('something.\n\nNot measured yet.\n');
  });

  it('is refused where the figure of a promise is missing', () => {
    const [headline] = CONTENTS.headlines;
    const other = { ...CONTENTS, headlines: [{ ...headline, name: 'other' }] };
    expect(() => renderPage(other, RESULTS)).toThrow('No figure "p50" of "other" in bench/results/filter.json.');
    expect(() => renderPage(CONTENTS, new Map())).toThrow('There is no bench/results/filter.json.');
  });
});
