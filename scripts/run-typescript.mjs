// `node --import ./scripts/run-typescript.mjs file.ts` runs sources as they are, without dist/: for the child processes
// of unit tests and for benchmarks. Types are dropped, not checked.
import { existsSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import ts from 'typescript';

// Before anything else is loaded: see src/telemetry-off.ts.
if (isMainThread) process.env.ORT_DISABLE_TELEMETRY = '1';
if (isMainThread) register(import.meta.url);

const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext };

export function resolve(specifier, context, next) {
  if (specifier.startsWith('.') && specifier.endsWith('.js')) {
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

export function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { outputText } = ts.transpileModule(readFileSync(fileURLToPath(url), 'utf8'), { compilerOptions });
  return { source: outputText, format: 'module', shortCircuit: true };
}
