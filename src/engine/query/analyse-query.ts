import type { Language } from '../../domain/document/language.js';
import type { MatchedForms, PhraseForms, QueryPart, WordQuery } from '../../domain/search/word-query.js';
import { analyze } from '../../text/analysis/analyze.js';
import type { Token } from '../../text/analysis/scan-tokens.js';
import {
  formsOf,
  type ParsedQuery,
  pairsOf,
  parseParts,
  phraseForms,
  type QueryPhrase,
  queryTerms,
  type QueryWord as WrittenWord,
} from '../../text/query/query.js';
import { overlap } from '../../text/text-range.js';
import { isIdeograph } from '../../text/unspaced-scripts.js';
import type { PassagePlan, QueryPlan, TextQuery } from '../engine.js';
import { BIGRAM_WEIGHT, COMPOUND_WEIGHT, CRUMB_WEIGHT, repetitionWeight, VERBATIM } from '../ranking/ranking.js';
import { type Alternative, Alternatives } from './alternatives.js';
import { otherSpacings } from './other-spacings.js';
import { withOtherSpellings } from './other-spellings.js';
import { unfinishedWords } from './unfinished-words.js';
import { type WordOrigins, wordOrigins } from './word-origins.js';

/** A word of a query, analysed. */
export interface QueryWord {
  term: string;
  stem: string;
  /** Less than 1 for a term that only backs up others, such as two characters of a longer Chinese word. */
  weight: number;
  /** Whether typos are forgiven. Not in numbers and codes, where one different digit is a different number. */
  typos: boolean;
  /** A single ideograph that also matches inside longer words. */
  inside?: boolean;
  /** What is as good as the word. */
  alternatives?: readonly Alternative[];
  /** A stop word, which counts for nothing by itself: only its alternatives are looked for. */
  isReplaced?: boolean;
}

/**
 * Terms that must follow one another: each word is one position after the previous; overlapping pairs of characters are at
 * the same position or the next.
 */
export interface Phrase extends PhraseForms {
  /** For each word but the first, its distance in positions to the previous one. All 1 if it is missing. */
  steps?: readonly number[];
}

export interface LexicalQuery {
  language: Language;
  words: readonly QueryWord[];
  phrases: readonly Phrase[];
  excludedWords: readonly QueryWord[];
  excludedPhrases: readonly Phrase[];
  /**
   * The query's words as a phrase. A text that has it is lifted by `lift` (0–1) of the way to 100; so is one that has it with
   * alternatives in the place of words.
   */
  verbatim: (Phrase & { lift: number; others?: readonly Phrase[] }) | null;
}

type Verbatim = NonNullable<LexicalQuery['verbatim']>;

type FormsToMark = Pick<MatchedForms, 'words' | 'phrases'>;

const NO_FORMS: FormsToMark = { words: [], phrases: [] };

/** A text query with its words analysed. */
export type AnalysedQuery =
  | (Omit<Extract<TextQuery, { kind: 'search' }>, 'words' | 'withForms' | 'explain'> & {
      lexical: LexicalQuery | null;
      /** What to mark in what is found. */
      forms: FormsToMark;
      /** How the words are written, if hits are to be explained. */
      origins?: WordOrigins;
    })
  | Extract<TextQuery, { kind: 'similar' | 'duplicates' }>
  | { kind: 'suggest'; words: readonly TypedWord[]; language: Language };

/** A word of a query that is still being typed. */
export interface TypedWord {
  term: string;
  alternatives: readonly Alternative[];
}

export interface AnalysedPlan extends Omit<QueryPlan, 'text' | 'timeLimit'> {
  text: AnalysedQuery | null;
}

export function analysePlan(plan: QueryPlan): AnalysedPlan {
  return { ...plan, text: plan.text === null ? null : analyseQuery(plan.text) };
}

function analyseQuery(query: TextQuery): AnalysedQuery {
  switch (query.kind) {
    case 'search': {
      const { words, withForms = true, explain = false, ...rest } = query;
      const analysed = words === null ? { lexical: null, forms: NO_FORMS } : analyseWords(words, withForms);
      return { ...rest, ...analysed, ...(explain && { origins: words === null ? new Map() : wordOrigins(words) }) };
    }
    case 'suggest':
      return { kind: 'suggest', words: typedWords(query), language: query.language };
    default:
      return query;
  }
}

/** `lexical` is null if there is no word to find, as in a query of exclusions only: such a query matches nothing. */
export function analyseWords(query: WordQuery, withForms = true): { lexical: LexicalQuery | null; forms: FormsToMark } {
  const { language, parts } = query;
  const parsed = parseParts(parts, language);
  const alternatives = alternativesOf(query, parsed.words);
  const lexical = lexicalQuery(parsed, query, alternatives);
  if (!withForms) return { lexical, forms: NO_FORMS };
  const { words, phrases } = formsOf(parsed);
  const others = alternatives.forms();
  return { lexical, forms: { words: [...words, ...others.words], phrases: [...phrases, ...others.phrases] } };
}

/** What is written alike, beside what the caller replaces. */
function alternativesOf(
  { language, typos, alternatives = [] }: Omit<WordQuery, 'parts'>,
  words: readonly Token[],
): Alternatives {
  const spacings = typos === 'forgiven' ? otherSpacings(words, language) : [];
  return new Alternatives(
    withOtherSpellings(alternatives, words),
    language,
    spacings.filter((spacing) => !alternatives.some((own) => overlap(own, spacing))),
  );
}

/** The words that passages are to have; null if none are asked for, or the text has none. */
export function analysePassageWords({ words }: Pick<PassagePlan, 'words'>): LexicalQuery | null {
  if (!words) return null;
  const { text, ...asked } = words;
  return analyseWords({ ...asked, parts: [{ kind: 'words', text, start: 0 }] }, false).lexical;
}

/** Typos are not forgiven in quotes. */
function lexicalQuery(
  parsed: ParsedQuery,
  { language, typos, parts }: WordQuery,
  alternatives: Alternatives,
): LexicalQuery | null {
  const quoted = parsed.phrases.flatMap(({ words, pairs }) => [...words, ...pairs]);
  const weights = new WordWeights([...parsed.words, ...quoted]);
  const isForgiven = (word: WrittenWord) => typos === 'forgiven' && !word.isCode && !word.isStopWord;
  const telling = queryTerms(parsed.words);
  const words = distinct([
    ...telling.map((word) => withAlternatives(toWord(word, weights.of(word), isForgiven(word)), alternatives.of(word))),
    ...replacedWords(parsed.words, telling, alternatives),
    ...quoted.map((word) => toWord(word, weights.of(word), false)),
  ]);
  if (words.length === 0) return null;
  const verbatim = verbatimOf(parsed);
  return {
    language,
    words: words.length === 1 ? [{ ...words[0], inside: isIdeograph(words[0].term) }] : words,
    phrases: parsed.phrases.map(phraseForms),
    excludedWords: parsed.excluded.flatMap(({ words }) => (words.length === 1 ? [toWord(words[0], 1, false)] : [])),
    excludedPhrases: [
      ...parsed.excluded.map(phraseForms).filter(({ terms, of }) => of === 'pairs' || terms.length > 1),
      ...parsed.excludedPhrases.map(phraseForms),
    ],
    verbatim: verbatim === null ? null : withOthers(verbatim, alternatives.readings(parts, language)),
  };
}

function withAlternatives(word: QueryWord, alternatives: readonly Alternative[]): QueryWord {
  return alternatives.length === 0 ? word : { ...word, alternatives };
}

/** Stop words are left out of a query with other words, unless something stands for them: "us" for "United States". */
function replacedWords(
  words: readonly WrittenWord[],
  telling: readonly WrittenWord[],
  alternatives: Alternatives,
): QueryWord[] {
  const isTelling = new Set(telling);
  return words
    .filter((word) => !isTelling.has(word))
    .flatMap((word) => {
      const instead = alternatives.of(word);
      const besides = telling.some((other) => alternatives.standForBoth(word, other));
      return instead.length === 0 || besides
        ? []
        : [{ ...toWord(word, 1, false), alternatives: instead, isReplaced: true }];
    });
}

/** `readings` are the query's words with alternatives in their place. */
function withOthers(verbatim: Verbatim, readings: readonly ParsedQuery[]): Verbatim {
  const others = readings.flatMap((parsed) => {
    const phrase = verbatimOf(parsed) ?? onlyTerm(parsed);
    return phrase === null ? [] : [phrase];
  });
  return others.length === 0 ? verbatim : { ...verbatim, others };
}

function onlyTerm({ words }: ParsedQuery): Phrase | null {
  const [word, ...more] = queryTerms(words);
  return word === undefined || more.length > 0 ? null : { terms: [word.term], of: 'words' };
}

/**
 * The query's words as a phrase, if they could be one. Stop words are left out because their postings are slow to read; the
 * other words must be as far apart as in the query. In a script without spaces, pairs of characters are used instead: the
 * phrase may be part of a longer word, and word boundaries depend on the context.
 */
function verbatimOf({ words: written, phrases }: ParsedQuery): LexicalQuery['verbatim'] {
  if (written.length === 0 && phrases.length === 1) return lifted(phrases[0]);
  const words = written.filter(({ kind }) => kind === 'word');
  const follow = words.every(({ position }, i) => i === 0 || position === words[i - 1].position + 1);
  if (words.length === 0 || !follow) return null;
  const pairs = pairsOf(written, words);
  const telling = pairs.length > 0 ? words : queryTerms(words);
  if (telling.length > VERBATIM.mostWords || (pairs.length > 0 && words.some(({ isStopWord }) => isStopWord)))
    return null;
  const steps = telling.slice(1).map(({ position }, i) => position - telling[i].position);
  const verbatim = lifted({ words: telling, pairs });
  return verbatim?.of === 'words' && steps.some((step) => step > 1) ? { ...verbatim, steps } : verbatim;
}

function lifted(written: QueryPhrase): LexicalQuery['verbatim'] {
  const phrase = phraseForms(written);
  if (written.words.length > 1) return { lift: VERBATIM.liftOfWords, ...phrase };
  return phrase.terms.length > 1 ? { lift: VERBATIM.liftOfOneWord, ...phrase } : null;
}

function toWord({ term, stem }: WrittenWord, weight: number, typos: boolean): QueryWord {
  return { term, stem, weight, typos };
}

/** What a part of a query asks for in quotation marks; null if it has no words. */
export function phraseOfPart(part: QueryPart, language: Language): Phrase | null {
  const [phrase] = parseParts([part], language).phrases;
  return phrase === undefined ? null : phraseForms(phrase);
}

/** Each word once, and the heavier the more often it is repeated. */
function distinct(words: readonly QueryWord[]): QueryWord[] {
  const byTerm = new Map<string, QueryWord[]>();
  for (const word of words) {
    const same = byTerm.get(word.term);
    if (same === undefined) byTerm.set(word.term, [word]);
    else same.push(word);
  }
  return Array.from(byTerm.values(), (same) => {
    const last = same[same.length - 1];
    if (same.length === 1 && last.alternatives === undefined) return last;
    const alternatives = new Set(same.flatMap((word) => word.alternatives ?? []));
    // The heaviest counts: the 5 of "10.0.0.5 in 5 minutes" is a word of its own too.
    const weight = Math.max(...same.map((word) => word.weight)) * repetitionWeight(same.length);
    return { ...withAlternatives(last, [...alternatives]), weight };
  });
}

/** A letter or a short number, which says something as a part of C++ or 10.0.0.5 and next to nothing without the rest. */
const CRUMB = /^(?:\p{Ll}|\p{N}{1,3})$/u;
/** The dictionary cuts words it does not know into single sounds: たまご, an egg, into たま and ご, which begins polite words too. */
const HIRAGANA = /^\p{Script=Hiragana}$/u;

/** Weighs words, compounds and bigrams against each other, so that what overlaps does not count twice. */
class WordWeights {
  /** Compounds of nothing but parts that say nothing alone, and these parts. */
  readonly #crumbs = new Set<WrittenWord>();
  /** Bigrams that the dictionary split into two single characters, and these characters. */
  readonly #spelled = new Set<WrittenWord>();
  /** For each word that was cut into bigrams, how many there are: they share one weight. */
  readonly #pieces = new Map<WrittenWord['pieceOf'], number>();

  constructor(words: readonly WrittenWord[]) {
    // In most queries nothing overlaps.
    if (words.every(({ kind }) => kind === 'word')) return;
    const characters = words.filter(
      ({ kind, term, isStopWord }) => kind === 'word' && isIdeograph(term) && !isStopWord,
    );
    const byStart = new Map(characters.map((character) => [character.start, character]));
    const byEnd = new Map(characters.map((character) => [character.end, character]));
    for (const pair of words.filter(({ kind }) => kind === 'bigram')) {
      const first = byStart.get(pair.start);
      const second = byEnd.get(pair.end);
      if (first !== undefined && second !== undefined)
        for (const word of [pair, first, second]) this.#spelled.add(word);
      this.#pieces.set(pair.pieceOf, (this.#pieces.get(pair.pieceOf) ?? 0) + 1);
    }
    for (const compound of words.filter(({ kind }) => kind === 'compound')) {
      const parts = words.filter(
        ({ kind, start, end }) => kind === 'word' && compound.start <= start && end <= compound.end,
      );
      if (parts.every(({ term }) => CRUMB.test(term))) for (const word of [compound, ...parts]) this.#crumbs.add(word);
    }
  }

  of(word: WrittenWord): number {
    switch (word.kind) {
      case 'compound':
        return this.#crumbs.has(word) ? 1 : COMPOUND_WEIGHT;
      case 'word':
        if (this.#crumbs.has(word) || HIRAGANA.test(word.term)) return CRUMB_WEIGHT;
        return this.#spelled.has(word) ? BIGRAM_WEIGHT : 1;
      case 'bigram':
        if (this.#spelled.has(word)) return 1;
        return word.pieceOf === null ? BIGRAM_WEIGHT : BIGRAM_WEIGHT / this.#pieces.get(word.pieceOf)!;
    }
  }
}

type SuggestQuery = Extract<TextQuery, { kind: 'suggest' }>;

const SIGNED_NAME = /^.(?:\+\+|#)$/;

/** The words of a query that is still being typed. C++ and C# stay whole, because a lone C is a prefix of too many words. */
function typedWords({ typed, language, alternatives = [] }: SuggestQuery): TypedWord[] {
  const tokens = analyze(typed, language);
  const all = alternativesOf({ language, typos: 'forgiven', alternatives }, tokens);
  const names = tokens.filter(({ kind, term }) => kind === 'compound' && SIGNED_NAME.test(term));
  const words = tokens.filter(({ kind, start }) => kind === 'word' && !names.some((name) => name.start === start));
  const inOrder = [...words, ...names].sort((a, b) => a.start - b.start);
  const unfinished = unfinishedWords(inOrder);
  return inOrder.map((token) => ({
    term: token.term,
    alternatives: [...all.of(token), ...(unfinished.get(token) ?? []).map(asBeginning)],
  }));
}

function asBeginning(term: string): Alternative {
  return { kind: 'word', term, stem: term, isForm: false, explainedAs: 'compound' };
}
