import type { Document } from '../../../domain/document/document.js';
import { bareForm, bareLetters } from '../../../text/analysis/word-forms.js';
import { type AnalysedText, analyseText, LEXICAL_FIELDS, type LexicalField } from '../../document/analysed-text.js';
import type { Phrase, QueryWord } from '../../query/analyse-query.js';
import { phraseEnds } from '../../query/phrase-ends.js';
import type { VariantWeight } from '../../ranking/divided-text.js';
import type { FoundVariant } from '../../ranking/explain-score.js';
import { FIELDS, FORM_WEIGHT, LONGEST_COUNTED } from '../../ranking/ranking.js';
import type { CountedQuery, CountedWord } from './count-words.js';

/** What to count. Plain data, which can be posted to a thread. */
export interface WordsToCount {
  words: readonly Pick<CountedWord, 'word' | 'typos'>[];
  verbatim: Phrase | null;
  averages: CountedQuery['averages'];
}

type Texts = Pick<Document, 'title' | 'content' | 'language'>;

export interface CountedTexts {
  /** The terms that stand for each of the words. */
  variants: FoundVariant[][];
  /** Whether the words follow one another. */
  hasPhrase: boolean;
}

/** What a document has of a query, counted in its texts. The cluster counts the same, but does not tell. */
export function wordsInDocument({ document, wanted }: { document: Texts; wanted: WordsToCount }): CountedTexts {
  const { title, content, language } = document;
  const { words, verbatim, averages } = wanted;
  const texts = { title: analyseText(title, language), content: analyseText(content ?? '', language) };
  const hasVerbatim = (field: LexicalField, phrase: Phrase) =>
    phraseEnds(phrase, positionsIn(texts[field], phrase.terms)).length > 0;
  return {
    variants: words.map((word) => variantsIn(texts, variantsOf(word, language), averages)),
    hasPhrase: verbatim !== null && LEXICAL_FIELDS.some((field) => hasVerbatim(field, verbatim)),
  };
}

function positionsIn({ positions }: AnalysedText, terms: readonly string[]): (term: number) => number[] {
  return (term) => positions.get(terms[term]) ?? [];
}

function variantsIn(
  texts: Record<LexicalField, AnalysedText>,
  variantOf: VariantOf,
  averages: CountedQuery['averages'],
): FoundVariant[] {
  const found = new Map<string, FoundVariant>();
  for (const field of LEXICAL_FIELDS) {
    const factor = FIELDS[field].weight * lengthFactor(field, texts[field].length, averages[field]);
    for (const { term, positions, variant, as } of occurrences(texts[field], variantOf)) {
      const counts = { ...found.get(term)?.counts, [field]: positions.length * factor };
      found.set(term, { term, variant, as, counts });
    }
  }
  return [...found.values()];
}

interface TermVariant {
  variant: VariantWeight;
  as: 'known' | 'typos';
}

type VariantOf = (term: string, stem: string) => TermVariant | null;

interface Occurrences extends TermVariant {
  term: string;
  positions: number[];
}

/** The terms of a text that stand for a word. */
export function occurrences({ positions, stems }: AnalysedText, variantOf: VariantOf): Occurrences[] {
  return [...positions].flatMap(([term, places]): Occurrences[] => {
    const found = variantOf(term, stems.get(term) ?? term);
    return found === null ? [] : [{ term, positions: places, ...found }];
  });
}

export function variantsOf({ word, typos }: WordsToCount['words'][number], language: string): VariantOf {
  const weights = new Map(typos.map(({ term, weight }) => [term, weight]));
  const isForm = formsOf(word, language);
  return (term, stem) => {
    if (term === word.term) return { variant: { weight: 1, asWritten: true }, as: 'known' };
    if (isForm(term, stem)) {
      return { variant: { weight: FORM_WEIGHT, asWritten: word.inside ?? false }, as: 'known' };
    }
    const weight = weights.get(term);
    return weight === undefined ? null : { variant: { weight, asWritten: false }, as: 'typos' };
  };
}

function formsOf(word: QueryWord, language: string): (term: string, stem: string) => boolean {
  if (word.inside) return (term) => term.includes(word.term) && Array.from(term).length === 2;
  if (bareLetters(language).size === 0) return (_, stem) => stem === word.stem;
  const bare = bareForm(word.term, language);
  return (term, stem) => stem === word.stem || bareForm(term, language) === bare;
}

/** BM25's length normalisation. */
export function lengthFactor(field: LexicalField, length: number, average: number): number {
  const { b } = FIELDS[field];
  return 1 / (1 - b + b * Math.min(LONGEST_COUNTED, average === 0 ? LONGEST_COUNTED : length / average));
}
