import { type AskedQuestion, askQuestions, type Setting } from './asked-questions.js';
import type { KeptQuestion, KeptTenth } from './kept-questions.js';
import type { RetrievalText } from './retrieval-set.js';

/** A question of the kept tenth after it was asked. */
export interface AskedKeptQuestion extends AskedQuestion {
  /** Of the passages. */
  language: string;
  /** The id of its passage. */
  home: string;
}

export interface Sample {
  english: number;
  /** Of each other language, and of each pair of languages. */
  others: number;
  pairs: number;
  /** How many passages are searched beside those of the questions. */
  otherPassages: number;
  /** Each question is asked of an index of its own: for those that can be understood among few texts only. */
  isAskedAlone: boolean;
}

/**
 * Asks a sample of the kept tenth: in each language over the passages in it, and in one language over passages in another.
 * `progress` is told how many of the languages are done.
 */
export async function askKeptTenth(
  { questions, passages }: KeptTenth,
  sample: Sample,
  setting: Setting,
  progress: (done: number, total: number) => void,
): Promise<AskedKeptQuestion[]> {
  const asked: AskedKeptQuestion[] = [];
  const pairs = new Map<string, KeptQuestion[]>();
  for (const question of questions) {
    const pair = `${question.language} ${question.passageLanguage}`;
    pairs.set(pair, [...(pairs.get(pair) ?? []), question]);
  }
  let done = 0;
  for (const [pair, all] of pairs) {
    const [queries, corpus] = pair.split(' ');
    const most = queries !== corpus ? sample.pairs : queries === 'en' ? sample.english : sample.others;
    if (most === 0) continue;
    const chosen = evenly(all, most);
    for (const together of sample.isAskedAlone ? chosen.map((question) => [question]) : [chosen]) {
      const searched = passagesFor(together, passages.get(corpus)!, sample.otherPassages);
      const found = await askQuestions(searched, together, { corpus, queries }, setting);
      asked.push(...found.map((question, i) => ({ ...question, language: corpus, home: together[i].passage })));
    }
    progress(++done, pairs.size);
  }
  return asked;
}

/** Those with the answers, and others beside them. */
function passagesFor(
  questions: readonly KeptQuestion[],
  passages: readonly RetrievalText[],
  otherPassages: number,
): RetrievalText[] {
  const needed = new Set(questions.map(({ passage }) => passage));
  const others = passages.filter(({ id }) => !needed.has(id));
  return [...passages.filter(({ id }) => needed.has(id)), ...evenly(others, otherPassages)];
}

function evenly<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, items.length / most);
  return Array.from({ length: Math.min(most, items.length) }, (_, i) => items[Math.floor(i * step)]);
}
