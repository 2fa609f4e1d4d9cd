// Does a document on the subject come before one that merely has a word of the query? Short queries in twelve languages, each with
// two texts: one that is meant, in other words, and one that shares a word by coincidence.
// npm run build && node --import ./scripts/run-typescript.mjs bench/coincidental-words.ts [tuning|figure]   (only `figure` is recorded)
import { readFileSync } from 'node:fs';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { queryParts } from '../src/text/query/query-parts.js';
import { EmbeddedCorpus } from './support/embedded-corpus.js';
import { byRanks } from './support/rank-fusion.js';
import { Recording } from './support/recording.js';
import type { RetrievalText } from './support/retrieval-set.js';

/** Cases to choose constants with, and cases to measure with that nothing was chosen with. */
const SETS = ['tuning', 'figure'] as const;
type CaseSet = (typeof SETS)[number];

interface Text {
  title: string;
  content: string;
}

interface Case {
  /** Of its texts, in a set. */
  name: string;
  language: string;
  query: string;
  meant: Text;
  coincidence: Text;
}

const RATIOS = [0.6, 0.8];
const CUTOFF = 50;

const set = (process.argv[2] ?? 'figure') as CaseSet;
if (!SETS.includes(set)) throw new Error(`The set is one of ${SETS.join(', ')}.`);
const asked = readCases(set);
const everything = SETS.flatMap(readCases);
const scale: { middle: number; steepness: number } = JSON.parse(readFileSync('models/calibration.json', 'utf8'));
const embedder = await openBundledEmbedder({
  threads: 2,
  onFailure: (error) => {
    throw error;
  },
});
const right = new Map<string, number>();
for (const language of new Set(everything.map((one) => one.language))) await measure(language);
await embedder.close();

const share = (way: string) => (100 * (right.get(way) ?? 0)) / asked.length;
for (const way of right.keys()) console.log(`${way.padEnd(28)} ${right.get(way)} of ${asked.length}`);
if (set === 'figure') {
  const recording = new Recording('coincidental-words');
  for (const ratio of RATIOS) {
    recording.add({
      name: `ratio ${ratio}`,
      measure: 'what is meant comes first',
      unit: '%',
      value: share(`hybrid at ${ratio}`),
      alternatives: {
        'reciprocal rank fusion': { value: share(`reciprocal ranks at ${ratio}`) },
        'meaning alone': { value: share('meaning') },
        'words alone': { value: share('words') },
      },
    });
  }
  recording.save();
}

/** All texts of a language are in the index, those of the other set too. */
async function measure(language: string): Promise<void> {
  const corpus = new EmbeddedCorpus(embedder, language);
  const texts = everything.filter((one) => one.language === language).flatMap(textsOf);
  await corpus.add(texts, () => undefined);
  for (const one of asked.filter((candidate) => candidate.language === language)) {
    const words = { language, parts: queryParts(one.query), typos: 'forgiven' as const };
    const [{ vector }] = await embedder.embed([{ text: one.query, language, kind: 'query' }]);
    const semantic = { vector, space: embedder.space, cutoff: CUTOFF, scale };
    const find = (semanticShare: number) =>
      corpus.find({
        kind: 'search',
        words: semanticShare === 1 ? null : words,
        semantic: semanticShare === 0 ? null : semantic,
        semanticShare,
      }).hits;
    const [byWords, byMeaning] = [find(0), find(1)];
    note('words', one, byWords);
    note('meaning', one, byMeaning);
    for (const ratio of RATIOS) {
      note(`hybrid at ${ratio}`, one, find(ratio));
      note(`reciprocal ranks at ${ratio}`, one, byRanks(byWords, byMeaning, ratio));
    }
  }
}

function textsOf({ name, meant, coincidence }: Case): RetrievalText[] {
  return [
    { id: `${name}-meant`, title: meant.title, text: meant.content },
    { id: `${name}-coincidence`, title: coincidence.title, text: coincidence.content },
  ];
}

function note(way: string, { name }: Case, hits: readonly { id: string }[]): void {
  const place = (kind: string) => hits.findIndex(({ id }) => id === `${name}-${kind}`);
  const [meant, coincidence] = [place('meant'), place('coincidence')];
  const isRight = meant !== -1 && (coincidence === -1 || meant < coincidence);
  right.set(way, (right.get(way) ?? 0) + Number(isRight));
}

function readCases(of: CaseSet): Case[] {
  const file = new URL(`support/coincidence-cases/${of}.ndjson`, import.meta.url);
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line, number) => ({ name: `${of}-${number}`, ...JSON.parse(line) }));
}
