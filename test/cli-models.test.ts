import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelledTexts } from './harness/labelled-texts.js';
import { useService } from './harness/service-under-test.js';
import { OPERATOR_KEY, runSextant } from './harness/sextant-process.js';

const shared = useService();
const run = (...words: string[]) =>
  runSextant(['models', ...words, '--url', shared.service.url, '--key', OPERATOR_KEY]);

describe('sextant models', () => {
  it('trains from a file, waits, and shows how good the version is', async () => {
    const file = join(shared.service.folder, 'topics.csv');
    const rows = labelledTexts().map(({ text, label }) => `"${text}",${label}\n`);
    await writeFile(file, `text,topic\n${rows.join('')}`);
    // The model is called as the file is.
    const words = ['train', file, '--kind', 'text_classifier', '--label', 'topic'];
    const trained = await run(...words);
    expect(trained, trained.errors).toMatchObject({ exitCode: 0 });
    expect(trained.output).toMatch(/^v1: ready, 72 examples\n {2}accuracy [\d.]+, macro_f1/);
    expect((await run(...words, '--version', 'second', '--not-default')).exitCode).toBe(0);
    const shown = await run('show', 'topics');
    expect(shown.output).toContain('topics: text_classifier, default version v1');
    expect(shown.output).toContain('second: ready');
    expect((await run('list')).output).toMatch(/topics +text_classifier .*v1 ready, second ready/);
  });

  it('says what is wrong, and ends with another code', async () => {
    const file = join(shared.service.folder, 'wrong.csv');
    await writeFile(file, 'text\nx\n');
    const refused = await run('train', file, '--kind', 'text_classifier');
    expect(refused).toMatchObject({ exitCode: 1, errors: expect.stringContaining('has no column label') });
    expect((await run('list')).output).not.toContain('wrong');
    expect(await run('train', file, '--kind', 'oracle', '--id', 'x')).toMatchObject({ exitCode: 2 });
    expect(await run('train', 'missing.csv', '--kind', 'predictor', '--id', 'x')).toMatchObject({ exitCode: 1 });
    expect(await run('train', 'file.txt', '--kind', 'predictor', '--id', 'x')).toMatchObject({ exitCode: 2 });
    expect(await run('show', 'missing')).toMatchObject({ exitCode: 1, errors: expect.stringContaining('404') });
    expect(await run('lst')).toMatchObject({ exitCode: 2, errors: expect.stringContaining('list') });
  });
});
