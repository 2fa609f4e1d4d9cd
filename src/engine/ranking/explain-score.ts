import type { MatchedTerm, MatchKind, ScoreExplanation, WordsExplanation } from '../../domain/search/explanation.js';
import { LEXICAL_FIELDS, type LexicalField } from '../document/analysed-text.js';
import type { ScoreScale } from '../engine.js';
import type { WordOrigin, WordOrigins } from '../query/word-origins.js';
import { earnedBy, type VariantWeight, WordCount } from './divided-text.js';
import { STRENGTH, scoreOf, scoreOfStrength, strengthOfScore, TYPO_COVERAGE } from './ranking.js';
import type { QueryWeights, WordWeight } from './weigh-words.js';

/** A term of a document that stands for a word of the query. */
export interface FoundVariant {
  term: string;
  variant: VariantWeight;
  as: 'known' | 'typos';
  /** Its occurrences in each field, by the weight of the field and the length of its text. */
  counts: Readonly<Partial<Record<LexicalField, number>>>;
}

/** Counts the terms of a document that stand for a word of the query. */
export class FoundVariants {
  readonly #found = new Map<string, FoundVariant>();

  /** Of a term whose spellings have different stems, parts may stand for the word in different ways. */
  add({ term, variant, as }: Omit<FoundVariant, 'counts'>, field: LexicalField, count: number): void {
    const key = `${as} ${variant.weight} ${term}`;
    const counts = this.#found.get(key)?.counts ?? {};
    this.#found.set(key, { term, variant, as, counts: { ...counts, [field]: (counts[field] ?? 0) + count } });
  }

  get all(): FoundVariant[] {
    return [...this.#found.values()];
  }
}

/** What a document has of a word of the query. */
export interface FoundWord {
  word: WordWeight;
  variants: readonly FoundVariant[];
}

interface EarnedWords {
  /** What the words have earned together, as in the score. */
  sum: number;
  /** The weight that counts for whether the document matches. */
  coverage: number;
  /** Whether there is more than typos of words that other documents have right. */
  hasMoreThanTypos: boolean;
  terms: MatchedTerm[];
}

/** Repeats for one document what the engines compute for all, and keeps what each term contributes. */
export function earnedWords(
  found: readonly FoundWord[],
  { saturation }: Pick<QueryWeights<WordWeight>, 'saturation'>,
  origins: WordOrigins,
): EarnedWords {
  const result: EarnedWords = { sum: 0, coverage: 0, hasMoreThanTypos: false, terms: [] };
  for (const { word, variants } of found) {
    const total = new WordCount();
    for (const { variant, as, counts } of variants) total.add(countOf(counts), variant, as);
    const earned = earnedBy(word, total, saturation);
    if (earned === 0) continue;
    // Where the document has a word right, that it also has it wrong counts for nothing.
    const as = total.known > 0 ? 'known' : 'typos';
    const counted = variants.filter((one) => one.as === as);
    result.sum += earned;
    result.coverage += word.weight * (as === 'known' ? 1 : TYPO_COVERAGE);
    result.hasMoreThanTypos ||= as === 'known' || word.found !== 'known';
    result.terms.push(...counted.map((one) => termOf(one, origins.get(word.term), earned * shareIn(one, total[as]))));
  }
  return { ...result, terms: inShares(result.terms, result.sum) };
}

function countOf(counts: FoundVariant['counts']): number {
  return LEXICAL_FIELDS.reduce((sum, field) => sum + (counts[field] ?? 0), 0);
}

/** A word's earnings are divided among its forms by how often each occurs. */
function shareIn({ counts, variant }: FoundVariant, total: number): number {
  return (countOf(counts) * variant.weight) / total;
}

function termOf(
  { term, variant, as, counts }: FoundVariant,
  origin: WordOrigin | undefined,
  earned: number,
): MatchedTerm {
  return {
    term,
    kind: as === 'typos' ? 'typo' : kindOf(term, variant, origin),
    word: origin?.text ?? term,
    fields: LEXICAL_FIELDS.filter((field) => (counts[field] ?? 0) > 0),
    weight: earned,
  };
}

function kindOf(term: string, { asWritten, explainedAs }: VariantWeight, origin: WordOrigin | undefined): MatchKind {
  if (explainedAs !== undefined) return explainedAs;
  if (origin !== undefined && (origin.isCompound || (asWritten && term !== origin.term))) return 'compound';
  return asWritten ? 'exact' : 'stem';
}

/** Terms are given in an order that depends on nothing but the document and the query. */
function inShares(terms: readonly MatchedTerm[], sum: number): MatchedTerm[] {
  return terms
    .map((term) => ({ ...term, weight: term.weight / sum }))
    .sort((a, b) => b.weight - a.weight || compare(a.term, b.term) || compare(a.word, b.word));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The words' part of an explanation, from their agreement (0–100). */
export function explainWords(agreement: number, lift: number, terms: MatchedTerm[]): WordsExplanation {
  const score = scoreOfAgreement(agreement);
  // Lifting by a phrase goes a part of the way to 100: this is the way back.
  const unlifted = Math.max(0, (agreement - 100 * lift) / (1 - lift));
  return { score, strength: strengthOfScore(score), phraseBonus: score - scoreOfAgreement(unlifted), terms };
}

/** As in `ScoreMixture`, without the table of `scoreOfWords`: the parts of a mixture must give its score. */
function scoreOfAgreement(agreement: number): number {
  return scoreOfStrength((agreement / 100) ** STRENGTH.agreementExponent);
}

/** The meaning's part of an explanation, from the cosine of the best passage. */
export function explainMeaning(
  cosine: number,
  scale: ScoreScale,
  passage: number,
): NonNullable<ScoreExplanation['meaning']> {
  const score = scoreOf(cosine, scale);
  return { score, strength: strengthOfScore(score), passage };
}

/** A part that alone makes up the score has exactly that score. */
export function withScore<Leg extends { score: number; strength: number }>(leg: Leg, score: number): Leg {
  return { ...leg, score, strength: strengthOfScore(score) };
}
