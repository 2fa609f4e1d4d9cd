// Renders docs/benchmarks.md and its plots from bench/results/. It measures nothing.
// npm run benchmarks
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CONTENTS } from './contents.js';
import { pageFiles, readAllResults } from './page-files.js';

for (const [file, text] of pageFiles(CONTENTS, readAllResults('bench/results'))) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
