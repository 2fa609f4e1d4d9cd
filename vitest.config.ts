import { defineConfig } from 'vitest/config';

// Inherited by the processes that the tests run in: see src/telemetry-off.ts.
process.env.ORT_DISABLE_TELEMETRY = '1';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: './testing/say-what-is-skipped.ts',
    // Against hanging alone: a busy host may be many times slower than another.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
