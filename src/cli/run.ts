import { readFileSync } from 'node:fs';
import { ConfigError } from '../config.js';
import { ServiceError } from '../domain/errors/error.js';
import { didYouMean } from '../domain/errors/problem.js';
import { Unavailable } from '../domain/errors/unavailable.js';
import { ModelFilesError } from '../inference/embedder.js';
import { StartFailure } from '../start-failure.js';
import { CopyIncomplete } from '../storage/copy-storage.js';
import { FolderInUseError } from '../storage/folder-lock.js';
import { isFullDisk } from '../storage/full-disk.js';
import { SnapshotError } from '../storage/snapshot-file.js';
import { StorageFormatError, StorageOpenError, StorageWriteError } from '../storage/storage.js';
import {
  type Command,
  CommandError,
  INTERRUPTED_EXIT_CODE,
  Interrupted,
  printLine,
  type Terminal,
  UsageError,
} from './command.js';

/** Loaded on demand: `keys list` does not need the modules of `serve`. */
const COMMANDS: Record<string, { summary: string; load: () => Promise<Command> }> = {
  serve: { summary: 'run the service', load: async () => (await import('./serve.js')).serve },
  import: {
    summary: 'import files and folders, or a file of documents',
    load: async () => (await import('./import/import.js')).importCommand,
  },
  export: {
    summary: 'write the documents as lines that import takes back',
    load: async () => (await import('./export/export.js')).exportCommand,
  },
  search: {
    summary: 'find documents by words and meaning',
    load: async () => (await import('./query/search.js')).search,
  },
  ask: {
    summary: 'answer a question from the documents',
    load: async () => (await import('./query/ask.js')).ask,
  },
  mcp: {
    summary: 'give assistants access to the documents, over standard input and output',
    load: async () => (await import('./mcp.js')).mcp,
  },
  keys: { summary: 'create, list, revoke and rotate API keys', load: async () => (await import('./keys.js')).keys },
  models: {
    summary: 'list and download models by name, and train models on a running service',
    load: async () => (await import('./models/models.js')).models,
  },
  snapshot: {
    summary: 'back up the data folder to one file, also while the service runs',
    load: async () => (await import('./snapshot.js')).snapshot,
  },
  restore: {
    summary: 'restore a snapshot into the data folder',
    load: async () => (await import('./snapshot.js')).restore,
  },
  migrate: {
    summary: 'copy everything from a data folder into a cluster, or back',
    load: async () => (await import('./migrate.js')).migrate,
  },
  doctor: {
    summary: 'check the settings and the data folder for problems',
    load: async () => (await import('./doctor/doctor.js')).doctor,
  },
};

const HELP_OPTIONS = ['--help', '-h'];
const HELP_WORDS = [...HELP_OPTIONS, 'help'];
const VERSION_WORDS = ['--version', '-v', 'version'];

/** Runs one command line and returns the exit code: 0 for success, 1 for a failure, 2 for an invalid command line, 130 after Ctrl-C. */
export async function runCommandLine(words: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = commandFirst(words);
  if (name === undefined || HELP_WORDS.includes(name)) return printOverview(name === undefined ? 2 : 0, terminal);
  if (VERSION_WORDS.includes(name)) return printVersion(terminal);
  try {
    const command = await loadCommand(name);
    if (rest.some((word) => HELP_OPTIONS.includes(word))) {
      printLine(terminal.output, command.help);
      return 0;
    }
    return await command.run(rest, terminal);
  } catch (error) {
    return reportFailure(error, name, terminal);
  }
}

/** `help import` is `import --help`. */
function commandFirst(words: readonly string[]): readonly string[] {
  const [first, second] = words;
  return HELP_WORDS.includes(first) && Object.hasOwn(COMMANDS, second ?? '') ? [second, '--help'] : words;
}

function printVersion({ output }: Terminal): number {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  printLine(output, `sextant ${version}, Node.js ${process.version}`);
  return 0;
}

function loadCommand(name: string): Promise<Command> {
  const names = Object.keys(COMMANDS);
  if (names.includes(name)) return COMMANDS[name].load();
  throw new UsageError(
    `Unknown command "${name}".${didYouMean(name, names) || ` The commands are ${names.join(', ')}.`}`,
  );
}

function printOverview(exitCode: number, { output, errors }: Terminal): number {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`);
  const text = `Usage: sextant COMMAND [options]\n\n${lines.join('\n')}\n\n\`sextant COMMAND --help\` explains a command, \`sextant --version\` tells the version.`;
  printLine(exitCode === 0 ? output : errors, text);
  return exitCode;
}

function reportFailure(error: unknown, name: string, { errors }: Terminal): number {
  if (error instanceof Interrupted) return INTERRUPTED_EXIT_CODE;
  if (error instanceof UsageError) {
    printLine(errors, `${error.message}\n\`sextant ${name in COMMANDS ? `${name} ` : ''}--help\` shows the usage.`);
    return 2;
  }
  printLine(errors, describeFailure(error));
  return 1;
}

const EXPLAINED = [
  CommandError,
  ConfigError,
  CopyIncomplete,
  FolderInUseError,
  ModelFilesError,
  SnapshotError,
  StartFailure,
  StorageFormatError,
  StorageOpenError,
  StorageWriteError,
  Unavailable,
];

function describeFailure(error: unknown): string {
  if (error instanceof ServiceError) {
    return error.problems.length === 0 ? error.message : error.problems.map(({ message }) => message).join('\n');
  }
  if (isFullDisk(error)) return `${error.message}. Free some space, or write to another disk.`;
  if (!(error instanceof Error)) return String(error);
  // A missing file, no permission: the messages of the system are clear.
  const isExplained = EXPLAINED.some((kind) => error instanceof kind) || 'syscall' in error;
  return isExplained ? error.message : (error.stack ?? error.message);
}
