import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from './service.js';
import { SEXTANT_COMMAND } from './sextant-process.js';

const HOOK = new URL('./network-hook.mjs', import.meta.url).href;
const WATCHED_CALLS =
  'connect,sendto,sendmsg,sendmmsg,open,openat,openat2,creat,mkdir,mkdirat,mknod,mknodat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,rmdir,truncate';
/** `-D` makes strace the child of what it watches, so that the process we start is the command itself. */
const STRACE = ['strace', '-D', '-f', '-qq', '--seccomp-bpf', '-s', '400', '-e', `trace=${WATCHED_CALLS}`, '-o'];
/** Folders in which libraries leave caches, settings and temporary files. All of them must stay empty. */
const TEMPTATIONS = {
  HOME: 'home',
  XDG_CACHE_HOME: 'cache',
  XDG_CONFIG_HOME: 'config',
  XDG_DATA_HOME: 'share',
  XDG_STATE_HOME: 'state',
  TMPDIR: 'tmp',
};

/**
 * Settings of whoever runs the tests. The model runtime also keeps quiet where it believes to run in CI, which would hide
 * that its telemetry is on.
 */
const WITHHELD =
  /^(SEXTANT_|XDG_|NODE_OPTIONS|ORT_|CI$|GITHUB_ACTIONS|TF_BUILD|GITLAB_CI|CIRCLECI|TRAVIS|JENKINS_URL|CODEBUILD_|BUILDKITE|TEAMCITY_|APPVEYOR|BITBUCKET_)/;

/** Whether native code is watched too: strace is installed, and allowed here. */
export const CAN_TRACE = spawnSync('strace', ['-f', '--seccomp-bpf', '-o', '/dev/null', 'true']).status === 0;

/** Runs `sextant` where everything it writes, looks up or connects to is seen. */
export class WatchedSextant {
  readonly #children: ChildProcessWithoutNullStreams[] = [];
  #runs = 0;

  private constructor(readonly root: string) {}

  static async create(): Promise<WatchedSextant> {
    const root = await temporaryFolder();
    for (const name of [...Object.values(TEMPTATIONS), 'here', 'data', 'named', 'logs']) await mkdir(join(root, name));
    return new WatchedSextant(root);
  }

  get dataFolder(): string {
    return join(this.root, 'data');
  }

  /** A file whose place the operator names: on a command line or in a setting. */
  named(file: string): string {
    return join(this.root, 'named', file);
  }

  start(words: readonly string[], settings: Record<string, string> = {}): ChildProcessWithoutNullStreams {
    const inherited = Object.entries(process.env).filter(([name]) => !WITHHELD.test(name));
    const command = [process.execPath, SEXTANT_COMMAND, ...words];
    const [file, ...parameters] = CAN_TRACE ? [...STRACE, this.#log(`calls-${++this.#runs}`), ...command] : command;
    const child = spawn(file, parameters, {
      cwd: join(this.root, 'here'),
      env: {
        ...Object.fromEntries(inherited),
        ...Object.fromEntries(Object.entries(TEMPTATIONS).map(([name, folder]) => [name, join(this.root, folder)])),
        NODE_OPTIONS: `--import=${HOOK}`,
        NETWORK_LOG: this.#log('network'),
        SEXTANT_DATA_DIR: this.dataFolder,
        ...settings,
      },
    });
    this.#children.push(child);
    return child;
  }

  /** Runs a command to its end and resolves to what it printed; it must succeed. */
  async run(words: readonly string[], settings: Record<string, string> = {}): Promise<string> {
    const child = this.start(words, settings);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
    const [exitCode] = await once(child, 'close');
    if (exitCode !== 0) throw new Error(`sextant ${words.join(' ')} ended with ${exitCode}:\n${printed}`);
    return printed;
  }

  /** All that was left in the folders where libraries like to leave things, and where the command was run. */
  async leftBehind(): Promise<string[]> {
    const folders = [...Object.values(TEMPTATIONS), 'here'];
    const found = await Promise.all(
      folders.map(async (folder) => {
        const names = await readdir(join(this.root, folder), { recursive: true });
        return names.map((name) => join(folder, name));
      }),
    );
    return found.flat();
  }

  /** Names and addresses that JavaScript looked up, connected to or sent to. */
  async targets(): Promise<string[]> {
    const lines = (await readFile(this.#log('network'), 'utf8')).trim().split('\n');
    return lines.map((line): string => JSON.parse(line).target);
  }

  /** System calls that reached for another machine, or changed a file outside of the data folder and of named files. */
  async foreignCalls(): Promise<string[]> {
    const own = [this.dataFolder, join(this.root, 'named'), this.#log('network')];
    const from = join(this.root, 'here');
    return (await this.#tracedCalls()).filter((call) => leavesMachine(call) || changesFile(call, { own, from }));
  }

  /** System calls that changed a file in the data folder. */
  async callsOnData(): Promise<string[]> {
    const calls = await this.#tracedCalls();
    return calls.filter((call) => call.includes(this.dataFolder) && changesFile(call, { own: [], from: '/' }));
  }

  /** Ends what a test that failed half way left running, and removes the folders. */
  async dispose(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    await rm(this.root, { recursive: true, force: true });
  }

  #log(name: string): string {
    return join(this.root, 'logs', `${name}.log`);
  }

  async #tracedCalls(): Promise<string[]> {
    const runs = Array.from({ length: this.#runs }, (_, run) => readWhenComplete(this.#log(`calls-${run + 1}`)));
    return (await Promise.all(runs)).flatMap((text) => joinInterrupted(text.split('\n')));
  }
}

/** The tracer may write its last lines a moment after the command has ended. */
async function readWhenComplete(log: string): Promise<string> {
  let text = await readFile(log, 'utf8');
  for (let length = -1; length !== text.length; ) {
    length = text.length;
    await sleep(300);
    text = await readFile(log, 'utf8');
  }
  return text;
}

/** Strace cuts a call in two where another thread's call comes between. */
function joinInterrupted(lines: readonly string[]): string[] {
  const begun = new Map<string, string>();
  const calls: string[] = [];
  for (const line of lines) {
    const [, thread, rest] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (thread === undefined) continue;
    const [, start] = /^(.*) <unfinished \.\.\.>$/.exec(rest) ?? [];
    const [, end] = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest) ?? [];
    if (start !== undefined) begun.set(thread, start);
    else calls.push(end === undefined ? rest : `${begun.get(thread) ?? ''}${end}`);
  }
  return calls;
}

/** Sockets between the threads and processes of the machine, and its loopback addresses, lead nowhere else. */
function leavesMachine(call: string): boolean {
  if (!/^(connect|sendto|sendmsg|sendmmsg)\(/.test(call) || !/sa_family=AF_INET/.test(call)) return false;
  return !/inet_addr\("127\.|"::1"|"::ffff:127\./.test(call);
}

const HARMLESS = /^\/(dev\/(null|tty|urandom|random)|proc\/)/;

function changesFile(call: string, { own, from }: { own: readonly string[]; from: string }): boolean {
  if (/ = -1 /.test(call) || /^(connect|sendto|sendmsg|sendmmsg)\(/.test(call)) return false;
  if (/^open(at|at2)?\(/.test(call) && !/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(call)) return false;
  const paths = [...call.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path]) =>
    isAbsolute(path) ? path : resolve(from, path),
  );
  return paths.some((path) => !HARMLESS.test(path) && !own.some((folder) => path.startsWith(folder)));
}
