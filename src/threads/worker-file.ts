/**
 * Where a worker thread's compiled file lies. Threads run what is in dist/; under the test runner the calling module
 * is still the TypeScript file in src/, so its folder is mapped to the compiled one.
 */
export function workerFile(importMetaUrl: string, name: `./${string}.js`): URL {
  const file = new URL(name, importMetaUrl);
  if (!importMetaUrl.endsWith('.ts')) return file;
  const source = file.href.lastIndexOf('/src/');
  return new URL(`${file.href.slice(0, source)}/dist/${file.href.slice(source + '/src/'.length)}`);
}
