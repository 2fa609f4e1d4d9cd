import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { didYouMean } from '../../domain/errors/problem.js';
import { type Command, parseWords, printLine, type Terminal, UsageError } from '../command.js';
import { askService } from '../service-target.js';
import { type UsedService, withService } from '../with-service.js';
import {
  languagesInUse,
  postJson,
  QUERY_OPTIONS,
  QUERY_OPTIONS_HELP,
  type QueryWords,
  readQuery,
} from './query-options.js';
import { MATCH_BEGINS, MATCH_ENDS, oneLine, styleFor, type TextStyle, writeParagraph } from './terminal-text.js';

const OPTIONS = { ...QUERY_OPTIONS, limit: { type: 'string' }, mode: { type: 'string' } } as const;

const MOST_RESULTS = 100;
/** By what people call them. */
const SEARCH_TYPES: Record<string, string> = { hybrid: 'hybrid', lexical: 'lexical', semantic: 'ai_semantic' };

export const search: Command = {
  help: `Usage: sextant search QUERY [options]

Finds documents by words and meaning and prints the best ones. Searches in the running service, or without one in the data
folder (SEXTANT_DATA_DIR). A "quoted phrase" must occur as written; -word excludes documents.

  --limit NUMBER     most results to print, 1 to 100; default: 10
  --mode MODE        hybrid (default), lexical (words alone) or semantic (meaning alone)
${QUERY_OPTIONS_HELP}

Documents in several languages are searched in each of them; --json then prints one line for each. The exit code is 0, also if
nothing is found; 1 after a failure; 2 for an invalid command line.

  sextant search "what makes the tides"
  sextant search tides --mode lexical --language en --limit 3
  sextant search tides --filter '{"must": [{"range": {"created_at": {"gte": "now-7d"}}}]}' --json`,

  async run(words, terminal) {
    const { values, positionals } = parseWords(words, { allowPositionals: true, options: OPTIONS });
    const asked = { ...readQuery(values, positionals), limit: limitOf(values.limit), type: typeOf(values.mode) };
    return withService({ values: asked.service, terminal, emptyFolder: 'refuse' }, async (service) => {
      const found = await searchAll(asked, service);
      if (asked.json) for (const each of found) printLine(terminal.output, JSON.stringify(each));
      else printHits(found, asked, terminal);
      return 0;
    });
  },
};

interface AskedSearch extends QueryWords {
  limit: number;
  type: string;
}

/** The parts of a response that are printed. */
interface FoundDocuments {
  data: Hit[];
  total_number_of_results: number;
}

interface Hit {
  id: string;
  title: string;
  excerpt: string | null;
  confidence_level: string;
  source_uri: string | null;
  /** The score, which it was sorted by. */
  sort_value: [number];
}

const MARKED = { highlight_tags: { pre_tag: MATCH_BEGINS, post_tag: MATCH_ENDS } };

/** One search, or one for each language: words are analysed in one language at a time. */
async function searchAll(asked: AskedSearch, { target, interrupted }: UsedService): Promise<FoundDocuments[]> {
  const { query, type, limit, scope } = asked;
  const body = { query, search_type: type, limit, sort: [{ _score: 'desc' }], ...scope, ...(asked.json ? {} : MARKED) };
  const send = (parameters: object) =>
    askService<FoundDocuments>(target, '/search', postJson({ ...body, ...parameters }, interrupted));
  if (asked.language !== null) return [await send({ language: asked.language })];
  if (type === 'ai_semantic') return [await send({ multilingual_search: true })];
  const languages = await languagesInUse(target, scope, interrupted);
  return Promise.all((languages.length === 0 ? ['en'] : languages).map((language) => send({ language })));
}

function printHits(found: readonly FoundDocuments[], { limit }: AskedSearch, terminal: Terminal): void {
  const style = styleFor(terminal);
  // Scores are on a fixed scale, so those of different languages can be compared.
  const hits = found.flatMap(({ data }) => data).sort((one, other) => other.sort_value[0] - one.sort_value[0]);
  const shown = hits.slice(0, limit);
  for (const [index, hit] of shown.entries()) printHit(hit, index + 1, { style, terminal });
  const total = found.reduce((sum, { total_number_of_results }) => sum + total_number_of_results, 0);
  printLine(terminal.output, describeTotal(total, shown.length));
}

function printHit(hit: Hit, number: number, { style, terminal }: { style: TextStyle; terminal: Terminal }): void {
  const { output } = terminal;
  const first = `${number}. `;
  const indent = ' '.repeat(first.length);
  writeParagraph(output, style, { first, text: hit.title });
  if (hit.excerpt !== null) writeParagraph(output, style, { first: indent, text: hit.excerpt });
  const about = `${hit.confidence_level.replace('_', ' ')} (${Math.round(hit.sort_value[0])}) · ${placeOf(hit)}`;
  writeParagraph(output, style, { first: indent, text: about });
  printLine(output, '');
}

/** Where people find a document: the path of its file, its address, or else its id. */
export function placeOf({ id, source_uri }: { id: string; source_uri: string | null }): string {
  return oneLine(source_uri === null ? id : (pathOf(source_uri) ?? source_uri));
}

/** Relative to the current folder if it is inside. */
function pathOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'file:' || url.host !== '') return null;
  const path = fileURLToPath(url);
  const below = relative(process.cwd(), path);
  return (below === '' || below.startsWith('..') ? path : below) + url.hash;
}

function describeTotal(total: number, shown: number): string {
  if (total === 0) return 'Nothing found.';
  const results = `${total.toLocaleString('en-US')} ${total === 1 ? 'result' : 'results'}`;
  return shown < total ? `${results}, the best ${shown} shown. --limit NUMBER shows more.` : `${results}.`;
}

function limitOf(written = '10'): number {
  const limit = /^\d{1,6}$/.test(written) ? Number(written) : 0;
  if (limit < 1 || limit > MOST_RESULTS)
    throw new UsageError(`--limit must be an integer from 1 to ${MOST_RESULTS}, not "${written}".`);
  return limit;
}

function typeOf(written = 'hybrid'): string {
  const modes = Object.keys(SEARCH_TYPES);
  if (modes.includes(written)) return SEARCH_TYPES[written];
  throw new UsageError(`--mode must be one of ${modes.join(', ')}, not "${written}".${didYouMean(written, modes)}`);
}
