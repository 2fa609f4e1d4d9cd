import type { AlikeWords } from './alike-words.js';
import { type AnalysedSentence, holdsKind } from './analysed-sentence.js';
import type { Question, QuestionWord } from './question.js';

/** A sentence among the others of its passage. */
export interface SentenceInPassage {
  analysed: AnalysedSentence;
  /** Its number in the passage, from 0. */
  index: number;
  previous: AnalysedSentence | null;
  passage: PassageWords;
}

/** What a passage and its title speak of. */
export interface PassageWords {
  title: ReadonlySet<string>;
  stems: ReadonlySet<string>;
}

export interface WordMeasures {
  /** How much each word of the question tells, by its stem; they add up to 1. */
  weights: ReadonlyMap<string, number>;
  alike: AlikeWords;
}

/**
 * What speaks for a sentence as the answer to a question, from its words alone. Shares are of the weights: 0 to 1; a word that stands there
 * in a form that is only alike counts for most of its weight, and is not missing.
 */
export interface WordEvidence {
  inSentence: number;
  /** In the sentence, the one before it, or the title. */
  nearby: number;
  inPassage: number;
  /** Names and numbers of the question that the passage does not have. */
  namesMissing: number;
  /** The heaviest word that the passage does not have. */
  heaviestMissing: number;
  /** Neighbours in the question that are near each other in the sentence. */
  pairs: number;
  /** Has what is asked for: 1; has not: -1; nobody can tell: 0. */
  kind: number;
  /** 1 where the question says not and the sentence doesn't. */
  negationMissing: number;
  /** 1 for the first sentence of the passage. */
  isFirst: number;
  /** Words that the question does not have; full at 20. */
  newWords: number;
  /** Share of the sentence's telling words that the question has. */
  focus: number;
}

const NEAR = 4;
const MANY_NEW_WORDS = 20;
/** What an alike word counts, next to the word itself. */
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

/** How much of a word stands there: itself, something alike, or nothing. */
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
