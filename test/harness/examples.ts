import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { VERSION } from './client.js';
import { engineSettings } from './engine.js';
import type { Service } from './service.js';
import { inheritedEnvironment, OPERATOR_KEY } from './sextant-process.js';

/** A fenced block of a page. */
interface Block {
  /** `docs/search.md:12` */
  place: string;
  language: string;
  text: string;
}

/** A request of an example, what the page says about its answer, and the answer. */
export interface Example {
  place: string;
  /** From a comment above the request: `# answers 409`; otherwise 200. */
  expectedStatus: number;
  /** From a comment above the request: `# finds a, b`; otherwise null. */
  expectedIds: string[] | null;
  status: number;
  text: string;
  /** The block of JSON below the example, on the last of its requests. */
  shown: Block | null;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SETUP_PAGE = 'docs/README.md';
const EXAMPLE_DATA = 'docs/examples';
const FENCED = /^```(\w+)\n(.*?)^```$/gms;
const RUNNABLE = /^(?:curl|npx sextant|ask) /m;
const REQUEST = /^(?:curl|ask) /m;
const REMARK = /^# (?:answers|finds)\b.*$/gm;

export function readPage(page: string): Promise<string> {
  return readFile(join(ROOT, page), 'utf8');
}

function blocksOf(page: string, text: string): Block[] {
  return [...text.matchAll(FENCED)].map(({ 1: language, 2: code, index }) => {
    const line = text.slice(0, index).split('\n').length;
    return { place: `${page}:${line}`, language, text: code };
  });
}

/** Where a page sends requests, where its first block of any kind is, and the shell blocks that are not run. */
export async function surveyPage(page: string): Promise<{ requests: string[]; first: string; skipped: string[] }> {
  const blocks = blocksOf(page, await readPage(page));
  const requests = blocks.filter((block) => isRunnable(block) && REQUEST.test(block.text));
  const skipped = blocks.filter((block) => block.language === 'sh' && !isRunnable(block));
  return {
    requests: requests.map(({ place }) => place),
    first: blocks[0].place,
    skipped: skipped.map(({ text }) => text),
  };
}

/** Runs the examples of a page as one shell script, in order, against `service`; `folder` is where they run. */
export async function runExamples(page: string, service: Service, folder: string): Promise<Example[]> {
  const blocks = blocksOf(page, await readPage(page));
  const script = [PRELUDE, await shorthand(), ...blocks.filter(isRunnable).map(scriptOf)].join('\n');
  const env = { ...inheritedEnvironment(), ...variables(service) };
  await cp(join(ROOT, EXAMPLE_DATA), join(folder, EXAMPLE_DATA), { recursive: true });
  await promisify(execFile)('bash', ['-c', script], { cwd: folder, env, timeout: 50_000 });
  return readJournal(await readFile(join(folder, 'journal'), 'utf8'), blocks);
}

/**
 * `curl` also notes status and answer in the journal, on one line, and asks again for what is still computed, as readers are told to do;
 * `npx sextant` is the command that was built.
 */
const PRELUDE = `set -eo pipefail
JOURNAL="$PWD/journal"
curl() {
  local status
  while status=$(command curl --max-time 20 "$@" -o "$JOURNAL.body" -w '%{http_code}') || return
    grep -q '"state":"computing"' "$JOURNAL.body"
  do sleep 1; done
  { printf '= %s ' "$status"; tr '\\n' '\\036' < "$JOURNAL.body"; echo; } >> "$JOURNAL"
  cat "$JOURNAL.body"
}
npx() { shift; "$NODE" "$SEXTANT" "$@"; }`;

/** The definition of `ask`, as readers are told to type it. */
async function shorthand(): Promise<string> {
  const definition = blocksOf(SETUP_PAGE, await readPage(SETUP_PAGE)).find(({ text }) => text.startsWith('ask() '));
  if (definition === undefined) throw new Error(`${SETUP_PAGE} does not define ask.`);
  return definition.text;
}

function variables(service: Service): Record<string, string> {
  return {
    NODE: process.execPath,
    SEXTANT: join(ROOT, 'dist/cli/main.js'),
    KEY: OPERATOR_KEY,
    API: `${service.url}${VERSION}`,
    SEXTANT_PORT: new URL(service.url).port,
    SEXTANT_DATA_DIR: service.folder,
    ...engineSettings(service.folder),
  };
}

function isRunnable({ language, text }: Block): boolean {
  return language === 'sh' && RUNNABLE.test(text);
}

/** The block, with its remarks made into entries of the journal. */
function scriptOf({ place, text }: Block): string {
  const remarked = text.replace(REMARK, (remark) => `echo '${remark}' >> "$JOURNAL"`);
  return `echo '@ ${place}' >> "$JOURNAL"\n${remarked}`;
}

function readJournal(journal: string, blocks: readonly Block[]): Example[] {
  const examples: Example[] = [];
  let place = '';
  let remark = '';
  for (const line of journal.split('\n')) {
    if (line.startsWith('@ ')) place = line.slice(2);
    else if (line.startsWith('# ')) remark = line;
    else if (line.startsWith('= ')) {
      examples.push({ place, ...expectationOf(remark), ...answerOf(line), shown: null });
      remark = '';
    }
  }
  for (const [index, block] of blocks.entries()) {
    const example = examples.findLast((candidate) => candidate.place === blocks[index - 1]?.place);
    if (example !== undefined && block.language.endsWith('json')) example.shown = block;
  }
  return examples;
}

function expectationOf(remark: string): Pick<Example, 'expectedStatus' | 'expectedIds'> {
  const status = /^# answers (\d+)/.exec(remark)?.[1] ?? '200';
  const ids =
    /^# finds(.*)/
      .exec(remark)?.[1]
      .split(/[, ]+/)
      .filter((id) => id !== '') ?? null;
  return { expectedStatus: Number(status), expectedIds: ids };
}

function answerOf(line: string): Pick<Example, 'status' | 'text'> {
  return { status: Number(line.slice(2, 5)), text: line.slice(6).replaceAll('\u001e', '\n') };
}
