import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const BUILT = fileURLToPath(new URL('../dist/telemetry-off.js', import.meta.url));
const { ORT_DISABLE_TELEMETRY: _, ...environment } = process.env;

/** What a fresh process prints, started without the variable. */
async function run(source: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source], {
    env: environment,
  });
  return stdout.trim();
}

const startWorker = `
  import { Worker } from 'node:worker_threads';
  const worker = new Worker(new URL('file://${BUILT}'), { execArgv: [] });
  worker.on('error', (error) => console.log(error.message));
  worker.on('exit', (code) => console.log(code));`;

describe('telemetry', () => {
  it('is off for native code and child processes once the main thread has imported the module', async () => {
    const source = `
      import '${BUILT}';
      import { execFileSync } from 'node:child_process';
      console.log(execFileSync('printenv', ['ORT_DISABLE_TELEMETRY']).toString());`;
    expect(await run(source)).toBe('1');
  });

  it('is never left on by a worker: it refuses to go on in a process that has not switched it off', async () => {
    expect(await run(startWorker)).toContain('must set ORT_DISABLE_TELEMETRY=1');
    expect(await run(`import '${BUILT}'; ${startWorker}`)).toBe('0');
  });
});
