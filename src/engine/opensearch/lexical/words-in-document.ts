import type { Document } from '../../../domain/document/document.js';
import { bareForm, bareLetters } from '../../../text/analysis/word-forms.js';
import {
  type AnalysedText,
  analyseText,
  LEXICAL_FIELDS,
  type LexicalField,
  stemmedTerms,
} from '../../document/analysed-text.js';
import type { LexicalQuery, Phrase, QueryWord } from '../../query/analyse-query.js';
import { phraseEnds } from '../../query/phrase-ends.js';
import { alternativeWeight, type VariantWeight } from '../../ranking/divided-text.js';
import { type FoundVariant, FoundVariants } from '../../ranking/explain-score.js';
import { FIELDS, FORM_WEIGHT, LONGEST_COUNTED } from '../../ranking/ranking.js';
import type { CountedQuery, CountedWord } from './count-words.js';

type WordToCount = Pick<CountedWord, 'word' | 'typos'>;

/** What to count. Plain data, which can be posted to a thread. */
export interface WordsToCount {
  words: readonly WordToCount[];
  verbatim: LexicalQuery['verbatim'];
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
  const phrases = verbatim === null ? [] : [verbatim, ...(verbatim.others ?? [])];
  return {
    variants: words.map((word) => variantsIn(texts, word, { language, averages })),
    hasPhrase: phrases.some((phrase) => LEXICAL_FIELDS.some((field) => endsIn(phrase, texts[field]).length > 0)),
  };
}

/** Where a text has a phrase: the positions of its last word. */
export function endsIn(phrase: Phrase, { positions }: AnalysedText): number[] {
  return phraseEnds(phrase, (term) => positions.get(phrase.terms[term]) ?? []);
}

function variantsIn(
  texts: Record<LexicalField, AnalysedText>,
  word: WordToCount,
  { averages, language }: Pick<CountedQuery, 'averages'> & { language: string },
): FoundVariant[] {
  const found = new FoundVariants();
  const variantOf = variantsOf(word, language);
  for (const field of LEXICAL_FIELDS) {
    const factor = FIELDS[field].weight * lengthFactor(field, texts[field].length, averages[field]);
    const phrases = phrasesFor(word).map(({ phrase, variant }) => ({
      term: phrase.terms.join(' '),
      positions: endsIn(phrase, texts[field]),
      variant,
      as: 'known' as const,
    }));
    for (const { term, positions, variant, as } of [...occurrences(texts[field], variantOf), ...phrases]) {
      if (positions.length === 0) continue;
      found.add({ term, variant, as }, field, positions.length * factor);
    }
  }
  return found.all;
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
export function occurrences(text: AnalysedText, variantOf: VariantOf): Occurrences[] {
  return Array.from(stemmedTerms(text)).flatMap(({ term, stem, positions }): Occurrences[] => {
    const found = variantOf(term, stem);
    return found === null ? [] : [{ term, positions, ...found }];
  });
}

export function variantsOf({ word, typos }: WordToCount, language: string): VariantOf {
  const weights = new Map(typos.map(({ term, weight }) => [term, weight]));
  const isForm = formsOf(word, language);
  const others = (word.alternatives ?? []).flatMap((one) => (one.kind === 'word' ? [one] : []));
  const written = new Map(others.map((one) => [one.term, alternativeWeight(one)]));
  const forms = others.map((one) => ({ ...one, isIt: formsOf(one, language) }));
  return (term, stem) => {
    if (!word.isReplaced && term === word.term) return { variant: { weight: 1, asWritten: true }, as: 'known' };
    const alternative = written.get(term);
    if (alternative !== undefined) return { variant: alternative, as: 'known' };
    if (!word.isReplaced && isForm(term, stem)) {
      return { variant: { weight: FORM_WEIGHT, asWritten: word.inside ?? false }, as: 'known' };
    }
    const form = forms.find(({ isIt }) => isIt(term, stem));
    if (form !== undefined) return { variant: alternativeWeight({ ...form, isForm: true }), as: 'known' };
    const weight = weights.get(term);
    return weight === undefined ? null : { variant: { weight, asWritten: false }, as: 'typos' };
  };
}

/** The phrases that stand for a word. */
export function phrasesFor({ word: { alternatives = [] } }: WordToCount): { phrase: Phrase; variant: VariantWeight }[] {
  return alternatives.flatMap((one) =>
    one.kind === 'phrase' ? [{ phrase: one.phrase, variant: alternativeWeight(one) }] : [],
  );
}

function formsOf(
  word: Pick<QueryWord, 'term' | 'stem' | 'inside'>,
  language: string,
): (term: string, stem: string) => boolean {
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
