import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeApi } from './describe-api.js';
import { errorsPage } from './errors-page.js';

describe('files generated from the code', () => {
  it('openapi.json is what the schemas say; run `npm run openapi` after a change', async () => {
    const kept = JSON.parse(readFileSync('openapi.json', 'utf8'));
    expect(JSON.parse(JSON.stringify(await describeApi()))).toEqual(kept);
  });

  it('every operation says what it does, has examples and lists its errors', async () => {
    const { paths = {} } = await describeApi();
    const operations = Object.values(paths).flatMap((item) => Object.values(item ?? {}));
    expect(operations.length).toBeGreaterThan(8);
    for (const operation of operations) {
      expect(operation).toMatchObject({
        operationId: expect.any(String),
        summary: expect.any(String),
        description: expect.any(String),
        tags: [expect.any(String)],
      });
      const ofKeys = operation.security?.length === 0 ? [] : ['401', '403', '429', '500', '503'];
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '405', '431', ...ofKeys]));
      expect(JSON.stringify(operation.responses['200'])).toContain('example');
      if (operation.requestBody !== undefined) expect(JSON.stringify(operation.requestBody)).toContain('example');
    }
  });

  it('docs/errors.md is what the table says; run `npm run errors-page` after a change', () => {
    expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorsPage());
  });
});
