import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';

const PACKAGE = 'clients/typescript';
const sources = readdirSync(`${PACKAGE}/src`, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

describe('the package', () => {
  it('imports nothing but its own files, so that it runs in browsers', () => {
    for (const name of sources) {
      const text = readFileSync(`${PACKAGE}/src/${name}`, 'utf8');
      for (const [, imported] of text.matchAll(/(?:from|import\() ?'([^']+)'/g)) {
        expect(imported, name).toMatch(/^\.\.?\/[\w/-]+\.js$/);
      }
    }
    expect(JSON.parse(readFileSync(`${PACKAGE}/package.json`, 'utf8'))).not.toHaveProperty('dependencies');
  });

  it('has the types of openapi.json; run `npm run generate -w @sextant/client` after a change', async () => {
    const description = JSON.parse(readFileSync('openapi.json', 'utf8'));
    const options = { defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true };
    const generated = COMMENT_HEADER + astToString(await openapiTS(description, options));
    expect(readFileSync(`${PACKAGE}/src/generated/openapi.ts`, 'utf8')).toBe(generated);
  });

  it('contains what its users need and nothing else', async () => {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '-w', '@sextant/client']);
    const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']));
    expect(paths.filter((path) => !/^(dist|src)\/|^(LICENSE|README\.md|package\.json)$/.test(path))).toEqual([]);
    expect(paths.filter((path) => path.includes('test'))).toEqual([]);
  });
});
