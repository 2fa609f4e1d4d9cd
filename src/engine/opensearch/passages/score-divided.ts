import type { Document } from '../../../domain/document/document.js';
import type { Passage } from '../../../domain/document/vectors.js';
import { bareForm, bareLetters } from '../../../text/analysis/word-forms.js';
import { type AnalysedText, analyseText } from '../../document/analysed-text.js';
import type { LexicalQuery, QueryWord } from '../../query/analyse-query.js';
import { phraseEnds } from '../../query/phrase-ends.js';
import { DividedText, type VariantWeight } from '../../ranking/divided-text.js';
import { FIELDS, FORM_WEIGHT, LONGEST_COUNTED } from '../../ranking/ranking.js';
import type { CountedQuery, CountedWord } from '../lexical/count-words.js';

/** How much the words of each passage of a document agree with a query (0–100). */
export function scoreDivided(
  { document, passages }: { document: Document; passages: readonly Passage[] },
  query: LexicalQuery,
  counted: CountedQuery,
): Float64Array {
  const { title, content, language } = document;
  const starts = passages.slice(1).map(({ start }) => start);
  const contentText = analyseText(content ?? '', language, starts);
  const titleText = analyseText(title, language);
  const divided = new DividedText(contentText.firstWords);
  const titleFactor = FIELDS.title.weight * lengthFactor(titleText.length, counted.averages.title);
  for (const word of counted.words) {
    const variantOf = variantsOf(word, language);
    for (const [positions, variant, as] of occurrences(contentText, variantOf)) {
      divided.countInContent(positions, variant, as);
    }
    for (const [{ length }, variant, as] of occurrences(titleText, variantOf)) {
      divided.countInTitle(length * titleFactor, variant, as);
    }
    divided.endWord(word, counted);
  }
  const { verbatim } = query;
  if (verbatim !== null) {
    const endsIn = ({ positions }: AnalysedText) =>
      phraseEnds(verbatim, (term) => positions.get(verbatim.terms[term]) ?? []);
    const titleEnds = endsIn(titleText);
    if (titleEnds.length > 0) divided.addPhrase('title', titleEnds);
    divided.addPhrase('content', endsIn(contentText));
  }
  return divided.agreement(counted, verbatim?.lift ?? 0);
}

type VariantOf = (term: string, stem: string) => { variant: VariantWeight; as: 'known' | 'typos' } | null;

function occurrences(
  { positions, stems }: AnalysedText,
  variantOf: VariantOf,
): [positions: number[], variant: VariantWeight, as: 'known' | 'typos'][] {
  return [...positions].flatMap(([term, places]): ReturnType<typeof occurrences> => {
    const found = variantOf(term, stems.get(term) ?? term);
    return found === null ? [] : [[places, found.variant, found.as]];
  });
}

function variantsOf({ word, typos }: CountedWord, language: string): VariantOf {
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

function lengthFactor(length: number, average: number): number {
  const { b } = FIELDS.title;
  return 1 / (1 - b + b * Math.min(LONGEST_COUNTED, average === 0 ? LONGEST_COUNTED : length / average));
}
