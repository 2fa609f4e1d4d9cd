import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONTENTS } from './contents.js';
import { pageFiles, readAllResults } from './page-files.js';

const results = readAllResults('bench/results');

describe('the generated files', () => {
  it.each([...pageFiles(CONTENTS, results)])(
    '%s is up to date; run `npm run benchmarks` after a change',
    (file, text) => {
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  it('has a section for every script in bench/, and for all results', () => {
    const scripts = readdirSync('bench').filter((name) => name.endsWith('.ts'));
    const shown = CONTENTS.sections.map(({ script }) => script);
    expect(scripts.map((name) => name.replace('.ts', '')).filter((name) => !shown.includes(name))).toEqual([]);
    expect([...results.keys()].filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('names scripts that exist', () => {
    const paths = CONTENTS.sections.map(({ script, source }) => source ?? `bench/${script}.ts`);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('shows ten promises', () => {
    expect(CONTENTS.headlines).toHaveLength(10);
  });

  it('stores no path of a machine', () => {
    const texts = readdirSync('bench/results').map((name) => readFileSync(`bench/results/${name}`, 'utf8'));
    expect(texts.filter((text) => /(^|[\s"'`(])(\/|[A-Z]:\\|~\/)\w/.test(text))).toEqual([]);
  });

  it('has every figure in a run that is described', () => {
    for (const [name, { runs, figures }] of results) {
      const missing = figures.filter(({ run }) => runs[run] === undefined);
      expect(missing, name).toEqual([]);
      expect(figures.length, name).toBeGreaterThan(0);
    }
  });
});
