import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';
import { useService } from '../../../test/harness/service-under-test.js';
import { OPERATOR_KEY } from '../../../test/harness/sextant-process.js';

const PACKAGE = 'clients/typescript';
const README = readFileSync(`${PACKAGE}/README.md`, 'utf8');
const BLOCKS = [...README.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
/** Imports belong to the beginning of a module; a later block is a scope of its own, which uses the client of the first. */
const IMPORTS = /^import .*\n/gm;

/** All examples as one program. */
function program(service: { url: string; key: string }): string {
  const imports = new Set(BLOCKS.flatMap((block) => block.match(IMPORTS) ?? []));
  const [first, ...others] = BLOCKS.map((block) => block.replace(IMPORTS, ''));
  return [...imports, first, ...others.map((block) => `{\n${block}}\n`), 'export {};\n']
    .join('')
    .replaceAll("'@sextant/client'", "'../src/index.js'")
    .replaceAll('http://127.0.0.1:8180', service.url)
    .replaceAll('sk_live_…', service.key);
}

function written(name: string, text: string): string {
  mkdirSync(`${PACKAGE}/.cache`, { recursive: true });
  const file = resolve(PACKAGE, '.cache', name);
  writeFileSync(file, text);
  return file;
}

describe('the examples of the README', () => {
  const shared = useService({ environment: { SEXTANT_LLM_PROVIDER: 'none' } });

  it('have no errors of type', () => {
    const file = written('readme-types.ts', program({ url: 'http://service', key: 'k' }));
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    };
    const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options));
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });

  it('print what they say', async () => {
    const printed: string[] = [];
    const print = vi.spyOn(console, 'log').mockImplementation((...words) => void printed.push(words.join(' ')));
    try {
      const file = written('readme-run.ts', program({ url: shared.service.url, key: OPERATOR_KEY }));
      await import(pathToFileURL(file).href);
    } finally {
      print.mockRestore();
    }
    const said = [...README.matchAll(/ \/\/ → (.*)$/gm)].map(([, text]) => text);
    expect(printed.join(' ')).toBe(said.join(' '));
  });
});
