import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { engineSettings } from './engine.js';

export const SEXTANT_COMMAND = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** A key from the settings: it may do everything, and it exists before the service has started. */
export const OPERATOR_KEY = 'sk_live_blackboxtestsOperatorKey0123456789';

/**
 * Two test files run at once, each with its services: one thread for each has a core, and loads the models once. Most services are
 * asked no question: those that are load what answers it then.
 */
const FOR_TESTS = { SEXTANT_EMBEDDING_THREADS: '1', SEXTANT_READERS: 'on_demand' };

/** Starts the `sextant` command. Of the settings of whoever runs the tests, only the engine reaches it. */
export function spawnSextant(
  words: readonly string[],
  environment: Record<string, string>,
): ChildProcessWithoutNullStreams {
  if (!existsSync(SEXTANT_COMMAND)) throw new Error('Nothing is built. `npm run build` comes first.');
  return spawn(process.execPath, [SEXTANT_COMMAND, ...words], {
    env: { ...inheritedEnvironment(), ...FOR_TESTS, ...engineSettings(environment.SEXTANT_DATA_DIR), ...environment },
    stdio: 'pipe',
  });
}

/** The environment of whoever runs the tests, without their settings. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SEXTANT_')));
}

export interface Finished {
  exitCode: number | null;
  output: string;
  errors: string;
}

/** Runs a command to its end. */
export function runSextant(
  words: readonly string[],
  { environment = {}, input = '' }: { environment?: Record<string, string>; input?: string } = {},
): Promise<Finished> {
  const child = spawnSextant(words, environment);
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => {
      resolve({ exitCode, output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() });
    });
  });
}
