// Starts three nodes, runs the suites that kill and suspend them (`test/cluster/*.faults.test.ts`), and stops what is left.
import { spawnSync } from 'node:child_process';

const CLUSTER = 'scripts/opensearch.mjs';
const run = (words, options) => spawnSync(process.execPath, words, { encoding: 'utf8', stdio: 'inherit', ...options });

const { status, stdout } = run([CLUSTER, 'up', '--nodes', '3'], { stdio: ['ignore', 'pipe', 'inherit'] });
if (status !== 0) process.exit(1);
const started = stdout.trimEnd().split('\n').at(-1);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism', '.faults.test.ts'];
try {
  process.exitCode = run(vitest, { env: { ...process.env, SEXTANT_TEST_FAULTS: started } }).status ?? 1;
} finally {
  run([CLUSTER, 'down', '--url', JSON.parse(started).url]);
}
