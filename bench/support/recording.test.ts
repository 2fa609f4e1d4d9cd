import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCpuTimes, stealPercent } from './machine.js';
import { type Figure, mergeRun, Recording, type Results } from './recording.js';

const MACHINE = { cores: 2, node: '20.20.2', memory_gib: 23, cpu_steal_percent: 0, load_average: 0 };
const RUN = { commit: 'abc1234', machine: MACHINE };
const figure = (name: string, value: number): Figure => ({ name, measure: 'p50', unit: 'ms', value });
const recorded = (name: string, value: number, run: string) => ({ ...figure(name, value), run });

describe('a run that is added to earlier ones', () => {
  const before: Results = {
    runs: { '2026-01-01T00:00:00Z': RUN, '2026-01-02T00:00:00Z': RUN },
    figures: [recorded('small', 1, '2026-01-01T00:00:00Z'), recorded('large', 2, '2026-01-02T00:00:00Z')],
  };

  it('replaces figures where they stand and appends new ones', () => {
    const figures = [figure('new', 4), figure('large', 3)];
    const { figures: merged } = mergeRun(before, { started: '2026-01-03T00:00:00Z', run: RUN, figures });
    expect(merged.map(({ name, value }) => [name, value])).toEqual([
      ['small', 1],
      ['large', 3],
      ['new', 4],
    ]);
  });

  it('drops runs of which no figure is left', () => {
    const { runs } = mergeRun(before, { started: '2026-01-03T00:00:00Z', run: RUN, figures: [figure('large', 3)] });
    expect(Object.keys(runs)).toEqual(['2026-01-01T00:00:00Z', '2026-01-03T00:00:00Z']);
  });

  it('keeps rows of different tables apart', () => {
    const other = { ...figure('large', 9), table: 'Another' };
    const { figures } = mergeRun(before, { started: '2026-01-03T00:00:00Z', run: RUN, figures: [other] });
    expect(figures).toHaveLength(3);
  });
});

describe('a recording', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-recording-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const read = (): Results => JSON.parse(readFileSync(join(folder, 'results', 'search.json'), 'utf8'));
  const record = () => new Recording('search', pathToFileURL(join(folder, 'results/')));

  it('writes figures with the commit and the machine they were measured on', () => {
    const recording = record();
    recording.add({
      ...figure('large', 1 / 3),
      alternatives: { other: { value: 2 / 3, ratio: 2 }, faster: { ratio: 1 / 3 } },
      range: { low: 0.1, high: 1 / 7 },
    });
    recording.save();
    const { runs, figures } = read();
    const [[started, run]] = Object.entries(runs);
    expect(started).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(run.machine).toMatchObject({ cores: expect.any(Number), node: process.versions.node });
    const rounded = {
      value: 0.33333,
      alternatives: { other: { value: 0.66667, ratio: 2 }, faster: { ratio: 0.33333 } },
      range: { low: 0.1, high: 0.14286 },
    };
    expect(figures).toEqual([{ ...figure('large', 0), ...rounded, run: started }]);
  });

  it('may be saved after each part', () => {
    const recording = record();
    recording.add(figure('small', 1));
    recording.save();
    recording.add(figure('large', 2));
    recording.save();
    expect(read().figures.map(({ name }) => name)).toEqual(['small', 'large']);
    expect(Object.keys(read().runs)).toHaveLength(1);
  });
});

describe('CPU steal', () => {
  it('is the share of all processor time between two readings', () => {
    const before = parseCpuTimes('cpu  100 0 50 800 10 0 0 40 7 0\ncpu0 1 2 3');
    const after = parseCpuTimes('cpu  150 0 70 820 10 0 0 50 9 0\n');
    expect(before).toEqual({ total: 1000, stolen: 40 });
    expect(stealPercent(before, after)).toBe(10);
  });

  it('is unknown where the system does not tell', () => {
    expect(stealPercent(null, { total: 1, stolen: 0 })).toBeNull();
  });
});
