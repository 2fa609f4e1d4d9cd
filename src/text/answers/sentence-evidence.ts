import { type AnalysedSentence, holdsKind } from './analysed-sentence.js';
import type { Question, QuestionWord } from './question.js';

/** A sentence and what stands around it. */
export interface SentenceInPassage {
  analysed: AnalysedSentence;
  /** Its number in the passage, from 0. */
  index: number;
  previous: AnalysedSentence | null;
  passage: PassageWords;
}

/** The stems of a passage and of its document's title. */
export interface PassageWords {
  title: ReadonlySet<string>;
  stems: ReadonlySet<string>;
}

export interface WordMeasures {
  /** The weight of each word of the question, by its stem. They add up to 1. */
  weights: ReadonlyMap<string, number>;
  alike: AlikeWords;
}

/**
 * Features of a sentence as the answer to a question, from words alone; learned weights combine them. Those about the
 * question's words are sums of their weights, from 0 to 1. A similar word (`areAlike`) counts for most of the weight,
 * and the word is not missing.
 */
export interface WordEvidence {
  /** Words that are in the sentence. */
  inSentence: number;
  /** Words that are in the sentence, the one before it, or the title. */
  nearby: number;
  /** Words that are in the passage or the title. */
  inPassage: number;
  /** Names and numbers that are neither in the passage nor in the title. */
  namesMissing: number;
  /** The largest weight of a word that is neither in the passage nor in the title. */
  heaviestMissing: number;
  /** The share of neighbours in the question that are near each other in the sentence. */
  pairs: number;
  /** 1 if the sentence has what is asked for, -1 if not, 0 if that can't be told. */
  kind: number;
  /** 1 if the question is negated and the sentence is not. */
  negationMissing: number;
  /** 1 for the first sentence of the passage. */
  isFirst: number;
  /** How many words of the sentence are not in the question: 1 for 20 or more. */
  newWords: number;
  /** The share of the sentence's words, apart from stop words, that are in the question. */
  focus: number;
}

/** In words. */
const NEAR = 4;
const MANY_NEW_WORDS = 20;
/** What a similar word counts, where the word itself counts 1. */
const ALIKE = 0.7;

export function wordEvidence(question: Question, sentence: SentenceInPassage, measures: WordMeasures): WordEvidence {
  const { analysed, previous, passage, index } = sentence;
  const { weights } = measures;
  const known = new Set(question.words.map(({ stem }) => stem));
  const share = (...places: StemSet[]) => shareIn(places, question.words, measures);
  const missing = question.words.filter(({ stem }) => standing(stem, [passage.stems, passage.title], measures) === 0);
  const telling = analysed.words.filter((word) => !word.isStopWord);
  const fresh = telling.filter(({ stem }) => !known.has(stem)).length;
  const kind = holdsKind(analysed, { kind: question.expects, known });
  return {
    inSentence: share(analysed.places),
    nearby: share(analysed.places, previous?.places ?? NO_STEMS, passage.title),
    inPassage: share(passage.stems, passage.title),
    namesMissing: weightOf(
      missing.filter(({ isName }) => isName),
      weights,
    ),
    heaviestMissing: missing.reduce((most, { stem }) => Math.max(most, weights.get(stem) ?? 0), 0),
    pairs: pairShare(question, analysed),
    kind: kind === null ? 0 : kind ? 1 : -1,
    negationMissing: question.isNegated && !analysed.isNegated ? 1 : 0,
    isFirst: index === 0 ? 1 : 0,
    newWords: Math.min(1, fresh / MANY_NEW_WORDS),
    focus: telling.length === 0 ? 0 : 1 - fresh / telling.length,
  };
}

type StemSet = Pick<ReadonlySet<string>, 'has' | 'keys'>;

const NO_STEMS: StemSet = new Set<string>();

function shareIn(places: readonly StemSet[], words: readonly QuestionWord[], measures: WordMeasures): number {
  return words.reduce((sum, { stem }) => sum + (measures.weights.get(stem) ?? 0) * standing(stem, places, measures), 0);
}

/** What a word counts in these places: 1 if it is there, less if only a similar word is, otherwise 0. */
function standing(stem: string, places: readonly StemSet[], { alike }: WordMeasures): number {
  if (places.some((stems) => stems.has(stem))) return 1;
  return places.some((stems) => alike.hasAlike(stem, stems.keys())) ? ALIKE : 0;
}

function weightOf(words: readonly QuestionWord[], weights: WordMeasures['weights']): number {
  return words.reduce((sum, { stem }) => sum + (weights.get(stem) ?? 0), 0);
}

function pairShare({ pairs }: Question, { places }: AnalysedSentence): number {
  if (pairs.length === 0) return 0;
  const near = pairs.filter(([one, other]) => {
    const distance = (places.get(other.stem) ?? Number.NaN) - (places.get(one.stem) ?? Number.NaN);
    return distance > 0 && distance <= NEAR;
  });
  return near.length / pairs.length;
}

/** Fewer letters in common are chance. */
const FEWEST_LETTERS = 4;
/** The share of the shorter word that both must begin with. */
const COMMON_BEGINNING = 0.75;
const NUMERIC = /\p{N}/u;

/**
 * Whether two different stems probably belong to one family of words: they begin alike ("mischung" and "misch",
 * "universitat" and "univers"), or one contains the other ("roggenbrot" and "brot"). Never for numbers.
 */
export function areAlike(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < FEWEST_LETTERS || NUMERIC.test(long)) return false;
  const common = commonBeginning(short, long);
  if (common >= FEWEST_LETTERS && common >= short.length * COMMON_BEGINNING) return true;
  return long.includes(short);
}

function commonBeginning(short: string, long: string): number {
  let length = 0;
  while (length < short.length && short[length] === long[length]) length++;
  return length;
}

/** Remembers which stems are alike, for one question: its words are compared with the same words in many sentences. */
export class AlikeWords {
  readonly #known = new Map<string, Map<string, boolean>>();

  hasAlike(stem: string, stems: Iterable<string>): boolean {
    const known = this.#known.get(stem) ?? new Map<string, boolean>();
    this.#known.set(stem, known);
    for (const other of stems) {
      const alike = known.get(other) ?? areAlike(stem, other);
      known.set(other, alike);
      if (alike) return true;
    }
    return false;
  }
}
