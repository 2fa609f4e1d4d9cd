import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { resolve } from 'node:path';

/** As Linux counts in /proc on every platform that Node.js runs on. */
const TICKS_PER_SECOND = 100;

export const KEY = 'sk_live_benchmarkbenchmarkbenchmark';

/** The real service in a process of its own, on a folder in the working directory (a temporary one may be memory). */
export class Service {
  readonly folder = mkdtempSync(resolve('.bench-service-'));
  readonly #agent = new Agent({ keepAlive: true });
  #process: ChildProcess | null = null;
  /** Address after the start. */
  url = '';

  /** May be changed for the next start. */
  constructor(
    public environment: Record<string, string> = {},
    readonly program = resolve('dist/cli/main.js'),
  ) {}

  /** For Node.js, before the program: to profile it, for example. */
  readonly nodeOptions: string[] = [];

  /** Returns the milliseconds from the start of the process to readiness. */
  async start(): Promise<number> {
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    const began = performance.now();
    this.#process = spawn(process.execPath, [...this.nodeOptions, this.program, 'serve'], {
      env: {
        ...process.env,
        SEXTANT_PORT: String(port),
        SEXTANT_DATA_DIR: this.folder,
        SEXTANT_API_KEY: KEY,
        SEXTANT_LOG_LEVEL: 'error',
        ...this.environment,
      },
      stdio: ['ignore', 'inherit', 'ignore'],
    });
    while (!(await this.#isReady())) {
      if (this.#process.exitCode !== null) throw new Error(`The service ended with ${this.#process.exitCode}.`);
      await new Promise((done) => setTimeout(done, 5));
    }
    return performance.now() - began;
  }

  /** Processor time of the process since its start, of all threads together. */
  cpuSeconds(): number {
    const fields = readFileSync(`/proc/${this.#process?.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const ended = new Promise((done) => this.#process?.once('exit', done));
    this.#process?.kill(signal);
    await ended;
    this.#process = null;
  }

  async dispose(): Promise<void> {
    if (this.#process !== null) await this.stop();
    this.#agent.destroy();
    rmSync(this.folder, { recursive: true, force: true });
  }

  post(path: string, body: string, type = 'application/json'): Promise<string> {
    return new Promise((done, fail) => {
      const headers = { 'x-api-key': KEY, 'content-type': type, 'content-length': Buffer.byteLength(body) };
      const sent = request(
        `${this.url}/v20241104${path}`,
        { method: 'POST', agent: this.#agent, headers },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk) => chunks.push(chunk));
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            if (answer.statusCode === 200) done(text);
            else fail(new Error(`${answer.statusCode}: ${text.slice(0, 300)}`));
          });
        },
      );
      sent.on('error', fail);
      sent.end(body);
    });
  }

  /** Value of a metric in /metrics; the name includes its labels, if any. */
  async metric(name: string): Promise<number> {
    const answer = await fetch(`${this.url}/metrics`, { headers: { 'x-api-key': KEY } });
    const value = new RegExp(`^${name} (.*)$`, 'm').exec(await answer.text())?.[1];
    if (value === undefined) throw new Error(`The service has no metric ${name}.`);
    return Number(value);
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`)).ok;
    } catch {
      return false;
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
