import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from './client.js';
import { removeFromCluster } from './engine.js';
import { OPERATOR_KEY, spawnSextant } from './sextant-process.js';

type Environment = Record<string, string>;

export interface ServiceOptions {
  environment?: Environment;
  /** A data folder to go on with; otherwise the service gets an empty one, which goes when it is disposed of. */
  folder?: string;
  /** How the command is started, where a test watches it. */
  spawn?: (words: readonly string[], environment: Environment) => ChildProcessWithoutNullStreams;
}

/** A real service, in a process of its own. */
export class Service {
  /** With the key that may do everything. */
  readonly client: Client;
  #asked = false;

  constructor(
    readonly url: string,
    readonly folder: string,
    readonly process: ChildProcessWithoutNullStreams,
    /** What it has written so far, line by line. */
    readonly log: readonly string[],
  ) {
    this.client = new Client(url, OPERATOR_KEY);
  }

  /** Asks it to stop, and resolves to its exit code. */
  stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  /** It gets no chance to do anything more. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ends it, if it still runs, and removes its data. A service that has ended by itself has crashed: that is told. */
  async dispose(): Promise<void> {
    const { exitCode, signalCode } = this.process;
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
    await removeFromCluster(this.folder);
    if (this.#asked || (exitCode === null && signalCode === null)) return;
    throw new Error(`The service ended by itself (${exitCode ?? signalCode}):\n${this.log.slice(-20).join('\n')}`);
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const { process: child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    this.#asked = true;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return child.exitCode;
  }
}

/** Resolves once the service answers requests. */
export async function startService({
  environment = {},
  folder,
  spawn = spawnSextant,
}: ServiceOptions = {}): Promise<Service> {
  const dataFolder = folder ?? (await temporaryFolder());
  const child = spawn(['serve'], {
    SEXTANT_PORT: '0',
    SEXTANT_DATA_DIR: dataFolder,
    SEXTANT_API_KEY: OPERATOR_KEY,
    ...environment,
  });
  const log: string[] = [];
  const url = await announcedAddress(child, log);
  const service = new Service(url, dataFolder, child, log);
  const ready = await service.client.get('/readyz');
  if (ready.status !== 200) throw new Error(`It says that it is ready, but /readyz answers ${ready.status}.`);
  return service;
}

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'sextant-test-'));
}

/** What the banner names once everything is loaded. */
const ANNOUNCEMENT = /Sextant listens on (http:\/\/\S+)/;

function announcedAddress(child: ChildProcessWithoutNullStreams, log: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const note = (line: string) => {
      log.push(line);
      const address = ANNOUNCEMENT.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    };
    createInterface(child.stdout).on('line', note);
    createInterface(child.stderr).on('line', note);
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}:\n${log.join('\n')}`)));
  });
}
