import { type ParseArgsConfig, parseArgs } from 'node:util';
import { guessLanguage } from '../domain/document/guess-language.js';
import { ACCEPTED_LANGUAGES } from '../domain/document/language.js';
import { askIfMeant, didYouMean } from '../domain/errors/problem.js';

/** Where a command reads its settings from and writes to. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  input: NodeJS.ReadableStream;
  output: Screen;
  errors: Screen;
}

export interface Screen {
  /** `written` is called once the text has left this process, or with the reason why it can't. */
  write(text: string, written?: (error?: Error | null) => void): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Whether nobody reads any more what is written, as after `| head`. */
export function isClosedPipe(error: Error): boolean {
  return 'code' in error && error.code === 'EPIPE';
}

export interface Command {
  /** What `--help` prints. */
  help: string;
  /** Returns the exit code: 0, or 1 after a failure that has been reported already. */
  run(words: readonly string[], terminal: Terminal): Promise<number>;
}

/** The command line is invalid. Ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure that the message explains, so no stack trace is shown. Ends with exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Ctrl-C or SIGTERM has ended the command, which needs no message. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** As shells report a program that Ctrl-C has ended. */
export const INTERRUPTED_EXIT_CODE = 130;

export function printLine(screen: Screen, text: string): void {
  screen.write(`${text}\n`);
}

/** Like `parseArgs`, with better messages. Undeclared arguments and options are errors. */
export function parseWords<T extends ParseArgsConfig>(words: readonly string[], config: T) {
  try {
    return parseArgs({ ...config, args: [...words], strict: true });
  } catch (error) {
    throw new UsageError(explain(error, words, Object.keys(config.options ?? {})));
  }
}

/** The only argument of a command. */
export function onlyWord(positionals: readonly string[], what: string): string {
  if (positionals.length === 0) throw new UsageError(`${what} is missing.`);
  if (positionals.length > 1) throw new UsageError(`Expected only one ${what}, but found also "${positionals[1]}".`);
  return positionals[0];
}

function explain(error: unknown, words: readonly string[], options: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '(--[^']+)'/.exec(message)?.[1];
  if (unknown === undefined) return message.split('. To specify')[0];
  const written = words.find((word) => word.startsWith(unknown)) ?? unknown;
  return `Unknown option ${written}.${didYouMean(
    unknown,
    options.map((name) => `--${name}`),
  )}`;
}

/** Columns as wide as their widest cell, two spaces apart. */
export function formatTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd();
  return [titles, ...rows].map(line).join('\n');
}

/** Null where --language is not given. */
export function checkLanguage(language: string | null): void {
  if (language === null || ACCEPTED_LANGUAGES.includes(language)) return;
  const hint = askIfMeant(guessLanguage(language));
  throw new UsageError(`--language must be one of ${ACCEPTED_LANGUAGES.join(' ')}, not "${language}".${hint}`);
}
