// How many of the cuts between sentences are right in each language? The texts are ours (testing/sentences/cases.txt); only those that no
// rule was made with are counted. A cut is right if it stands where one sentence ends and the next begins. Next to it the segmenter of
// the runtime (Intl.Segmenter). The score is F1 over all cuts of a language: wrong cuts and missing ones count alike.
// node --import ./scripts/run-typescript.mjs bench/sentences.ts [tuning]   (a second)
import { sentencesOf } from '../src/text/sentences/sentences.js';
import { readSentenceCases, type SentenceCase } from '../testing/sentences/read-cases.js';
import { Recording } from './support/recording.js';

const PART = process.argv[2] === 'tuning' ? 'tuning' : 'figure';

interface Counts {
  right: number;
  made: number;
  wanted: number;
}
type Cutter = (text: string, language: string) => number[];

const cases = readSentenceCases().filter(({ part }) => part === PART);
const languages = [...new Set(cases.map(({ language }) => language))];
const recording = new Recording('sentences');
console.log(`${PART}: language, cuts, F1 of ours, F1 of Intl.Segmenter`);
for (const language of languages)
  report(
    language,
    cases.filter((one) => one.language === language),
  );
report('all', cases);
if (PART === 'figure') recording.save();

function report(name: string, texts: readonly SentenceCase[]): void {
  const ours = count(texts, ourCuts);
  const segmenter = count(texts, segmenterCuts);
  console.log(`${name}  ${ours.wanted}  ${f1(ours).toFixed(3)}  ${f1(segmenter).toFixed(3)}`);
  if (PART === 'tuning') for (const text of texts) showMistakes(name, text);
  const alternatives = f1(segmenter) > 0 ? { 'Intl.Segmenter': { value: f1(segmenter) } } : undefined;
  recording.add({ name, measure: 'F1 of the cuts', unit: 'score', value: f1(ours), alternatives });
}

/** What was cut otherwise than it should be; only for the texts that rules are made with. */
function showMistakes(name: string, { text, language, sentences }: SentenceCase): void {
  const found = sentencesOf(text, language).map(({ start, end }) => text.slice(start, end));
  if (name !== 'all' && found.join('\n') !== sentences.join('\n')) console.log(`   ${found.join(' ⏐ ')}`);
}

function count(texts: readonly SentenceCase[], cutter: Cutter): Counts {
  const counts = { right: 0, made: 0, wanted: 0 };
  for (const one of texts) {
    const wanted = new Set(wantedCuts(one));
    const made = cutter(one.text, one.language);
    counts.right += made.filter((cut) => wanted.has(cut)).length;
    counts.made += made.length;
    counts.wanted += wanted.size;
  }
  return counts;
}

/** Where sentences begin, but for the first. */
function wantedCuts({ text, sentences }: SentenceCase): number[] {
  const starts: number[] = [];
  let from = 0;
  for (const sentence of sentences) {
    starts.push(text.indexOf(sentence, from));
    from = starts[starts.length - 1] + sentence.length;
  }
  return starts.slice(1);
}

function ourCuts(text: string, language: string): number[] {
  return sentencesOf(text, language)
    .slice(1)
    .map(({ start }) => start);
}

function segmenterCuts(text: string, language: string): number[] {
  const segments = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)];
  return segments.slice(1).map(({ index, segment }) => index + segment.length - segment.trimStart().length);
}

function f1({ right, made, wanted }: Counts): number {
  return made + wanted === 0 ? 1 : (2 * right) / (made + wanted);
}
