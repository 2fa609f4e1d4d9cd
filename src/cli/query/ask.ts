import { type Command, CommandError, parseWords, printLine, type Terminal } from '../command.js';
import { readEvents } from '../server-events.js';
import { askService, type ServiceTarget, sendRequest } from '../service-target.js';
import { type UsedService, withService } from '../with-service.js';
import {
  languagesInUse,
  postJson,
  QUERY_OPTIONS,
  QUERY_OPTIONS_HELP,
  type QueryWords,
  readQuery,
} from './query-options.js';
import { placeOf } from './search.js';
import { clipText, oneLine, styleFor, WrappedText, writeParagraph } from './terminal-text.js';

export const ask: Command = {
  help: `Usage: sextant ask QUESTION [options]

Answers a question from the documents and lists its sources. Asks the running service, or without one the data folder
(SEXTANT_DATA_DIR). Without a language model, the answer consists of sentences of the documents, word for word.

${QUERY_OPTIONS_HELP}

If the documents do not contain the answer, the answer says so and no sources are listed. The exit code is then 0 as well; it is
1 after a failure and 2 for an invalid command line.

  sextant ask "Why are there tides?"
  sextant ask "Wie lange dauert der Urlaub?" --language de --tenant handbook
  sextant ask "Why are there tides?" --json`,

  async run(words, terminal) {
    const { values, positionals } = parseWords(words, { allowPositionals: true, options: QUERY_OPTIONS });
    const asked = readQuery(values, positionals);
    return withService({ values: asked.service, terminal, emptyFolder: 'refuse' }, async (service) => {
      const body = { query: asked.query, ...asked.scope, ...(await languageOf(asked, service)) };
      if (asked.json) await printResponse(body, service, terminal);
      else await printAnswer(body, service, terminal);
      return 0;
    });
  },
};

/** One language is analysed better than all together. */
async function languageOf({ language, scope }: QueryWords, { target, interrupted }: UsedService): Promise<object> {
  if (language !== null) return { language };
  const languages = await languagesInUse(target, scope, interrupted);
  return languages.length === 1 ? { language: languages[0] } : { multilingual_search: true };
}

async function printResponse(body: object, { target, interrupted }: UsedService, { output }: Terminal): Promise<void> {
  printLine(output, JSON.stringify(await askService(target, '/generate-answer', postJson(body, interrupted))));
}

/** The parts of a response that are printed. */
interface Answer {
  query: string;
  data: { sources: Source[] }[];
}

interface Source {
  id: string;
  title: string;
  source_uri: string | null;
}

async function printAnswer(body: object, { target, interrupted }: UsedService, terminal: Terminal): Promise<void> {
  const text = new WrappedText(terminal.output, styleFor(terminal));
  const request = postJson({ ...body, stream: true }, interrupted);
  const answer = await receiveAnswer(await sendRequest(target, '/generate-answer', request), (part) =>
    text.write(part),
  );
  text.end();
  const [{ sources }] = answer.data;
  if (sources.length === 0) return;
  const passages = await passagesOf(sources, { body, target, interrupted });
  printSources(sources, passages, terminal);
}

async function receiveAnswer({ body }: Response, onText: (text: string) => void): Promise<Answer> {
  for await (const { event, data } of body === null ? [] : readEvents(body)) {
    if (event === 'delta') onText((data as { text: string }).text);
    if (event === 'done') return data as Answer;
    if (event === 'error') throw new CommandError((data as { error: { message: string } }).error.message);
  }
  throw new CommandError('The response of the service was cut off.');
}

function printSources(sources: readonly Source[], passages: ReadonlyMap<string, string>, terminal: Terminal): void {
  const style = styleFor(terminal);
  for (const [index, source] of sources.entries()) {
    const first = `[${index + 1}] `;
    printLine(terminal.output, '');
    writeParagraph(terminal.output, style, { first, text: `${oneLine(source.title)} · ${placeOf(source)}` });
    const passage = passages.get(source.id);
    if (passage !== undefined)
      writeParagraph(terminal.output, style, { first: ' '.repeat(first.length), text: passage });
  }
}

/** Enough to see what a source says. */
const PASSAGE_CHARACTERS = 300;
/** As many as `document_id` may name. */
const MOST_DOCUMENTS = 10;

interface PassageRequest {
  body: object;
  target: ServiceTarget;
  interrupted: AbortSignal;
}

/** The passage of each source that is closest to the question, by the id of the source. */
async function passagesOf(sources: readonly Source[], request: PassageRequest): Promise<Map<string, string>> {
  const { body, target, interrupted } = request;
  const ids = sources.slice(0, MOST_DOCUMENTS).map(({ id }) => id);
  const asked = { ...body, document_id: ids, retrieval_limit: 100, ai_search_cutoff_score: 0 };
  const passages = new Map<string, string>();
  // The key may lack the scope for it. The answer is complete without.
  const found = await askService<FoundPassages>(target, '/retrieve', postJson(asked, interrupted)).catch(() => null);
  for (const { document_id, passage } of found?.data ?? []) {
    if (!passages.has(document_id)) passages.set(document_id, clipText(oneLine(passage), PASSAGE_CHARACTERS));
  }
  return passages;
}

interface FoundPassages {
  data: { document_id: string; passage: string }[];
}
