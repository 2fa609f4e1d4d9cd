import { defineConfig } from 'vitest/config';

// Inherited by the processes that the tests run in: see src/telemetry-off.ts.
process.env.ORT_DISABLE_TELEMETRY = '1';

/** Against hanging alone: a busy host may be many times slower than another, and a cluster beside it takes its share. */
const patience = process.env.SEXTANT_ENGINE === 'opensearch' ? 600_000 : 180_000;

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      'bench/**/*.test.ts',
      'scripts/**/*.test.ts',
      'clients/typescript/test/**/*.test.ts',
      'console/{src,test}/**/*.test.ts',
    ],
    globalSetup: './testing/say-what-is-skipped.ts',
    testTimeout: patience,
    hookTimeout: patience,
    expect: { poll: { timeout: patience / 3 } },
    pool: 'forks',
    maxWorkers: 2,
    // Files share a process, and the modules that are loaded in it: to start one for each took longer than most tests.
    isolate: false,
  },
});
