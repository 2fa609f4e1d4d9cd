import type { Language } from '../../../domain/document/language.js';
import { typedBeginnings } from '../../../text/analysis/typed-beginnings.js';
import { bareLetters, isCode } from '../../../text/analysis/word-forms.js';
import type { AnalysedQuery, Phrase, TypedWord as QueryTypedWord } from '../../query/analyse-query.js';
import { allowedTypos, COMMON_DOCUMENTS, SUGGEST } from '../../ranking/ranking.js';
import type { CountedTree } from '../facets/counted.js';
import { termToken } from '../index/word-tokens.js';
import { allOf, constant, type Dsl } from '../query/dsl.js';
import type { QuerySession } from '../query/query-session.js';
import type { TextSearch } from '../query/text-search.js';
import { SCORE_OF_SUGGESTION, scored } from '../scripts.js';
import { fuzzyPrefix } from './fuzzy-prefix.js';
import { phraseInField } from './phrase-query.js';

type SuggestQuery = Extract<AnalysedQuery, { kind: 'suggest' }>;

/** Titles without a typo score 50 and more, the others less. */
const WITHOUT_TYPO = 50;

/**
 * Titles as someone types: best matches first, the more specific (shorter) title before the longer one. Titles that match
 * only with a typo come after all others and are not counted.
 */
export async function suggestSearch(
  { words, language }: SuggestQuery,
  scope: Dsl,
  session: QuerySession,
): Promise<TextSearch | null> {
  if (words.length === 0) return null;
  const typed = words.map((word, position) => new TypedWord(word, position === 0, language));
  const mistyped = await withTypos(typed, scope, session);
  const asTyped = score(
    typed.map((word) => word.asTyped),
    WITHOUT_TYPO,
  );
  const queries = [asTyped];
  if (mistyped.size > 0) {
    const any = typed.map((word) => ({ dis_max: { queries: [word.asTyped, ...(mistyped.get(word) ?? [])] } }));
    queries.push(score(any, 0));
  }
  return {
    query: queries.length === 1 ? asTyped : { dis_max: { queries } },
    counted: { bool: { filter: typed.map((word) => word.asTyped) } },
    typos: [],
    passageOf: () => null,
  };
}

function score(words: readonly Dsl[], base: number): Dsl {
  const best = words.length * SUGGEST.wholeWord + SUGGEST.opensTitle + SUGGEST.short;
  const params = { words: words.length, short: SUGGEST.short, best, base };
  return scored({ bool: { must: words } }, SCORE_OF_SUGGESTION, params);
}

/** Typos are forgiven in words that few titles in scope have as they are typed. */
async function withTypos(
  words: readonly TypedWord[],
  scope: Dsl,
  session: QuerySession,
): Promise<Map<TypedWord, Dsl[]>> {
  const forgiving = words.filter((word) => word.withTypo !== null);
  if (forgiving.length === 0) return new Map();
  const aggs = { titles: { filters: { filters: forgiving.map((word) => word.asTyped) } } };
  const answer = await session.search<unknown, Record<string, CountedTree>>({ query: scope, size: 0, aggs });
  const titles = answer.aggregations?.titles.buckets ?? [];
  const rare = forgiving.filter((_, i) => titles[i].doc_count < COMMON_DOCUMENTS);
  return new Map(rare.map((word) => [word, [word.withTypo!]]));
}

class TypedWord {
  /** Titles that have a word which begins like this, with what that earns. */
  readonly asTyped: Dsl;
  /** The same with a typo; null where none is forgiven. */
  readonly withTypo: Dsl | null;

  constructor({ term: text, alternatives }: QueryTypedWord, isFirst: boolean, language: Language) {
    const others = alternatives.flatMap((one) => (one.kind === 'word' ? [one.term] : []));
    const phrases = alternatives.flatMap((one) => (one.kind === 'phrase' ? [one.phrase] : []));
    const typed = typedBeginnings(text, language);
    const standing = others.filter((other) => !typed.includes(other));
    this.asTyped = {
      dis_max: {
        queries: [
          ...typed.flatMap((beginning) => titlesWith(beginning, { isFirst, language, less: 0 })),
          ...standing.flatMap((other) => titlesWith(other, { isFirst, language, less: SUGGEST.alternative })),
          ...phrases.flatMap((phrase) => phraseInTitle(phrase, isFirst, language)),
        ],
      },
    };
    const forgives = !isCode(text) && allowedTypos(Array.from(text).length) > 0;
    const fuzzy = forgives
      ? fuzzyPrefix(termToken('', language), text, { typos: 1, bare: bareLetters(language) })
      : null;
    this.withTypo = fuzzy === null ? null : constant({ regexp: { 'words.title': { value: fuzzy } } }, SUGGEST.typo);
  }
}

/** A title that begins with a phrase begins with its first word; that the phrase is elsewhere is not looked for. */
function phraseInTitle(phrase: Phrase, isFirst: boolean, language: Language): Dsl[] {
  const found = phraseInField(phrase, { field: 'title', language, weight: 1 });
  const worth = SUGGEST.wholeWord - SUGGEST.alternative;
  const anywhere = constant(found, worth);
  if (!isFirst || phrase.of === 'pairs') return [anywhere];
  const opens = { term: { 'words.title_opening': termToken(phrase.terms[0], language) } };
  return [anywhere, constant(allOf([found, opens]), worth + SUGGEST.opensTitle)];
}

interface Earning {
  /** A title that begins with the first typed word earns more, */
  isFirst: boolean;
  language: Language;
  /** and one with a word that only stands for the typed one less. */
  less: number;
}

function titlesWith(beginning: string, { isFirst, language, less }: Earning): Dsl[] {
  const inField = (field: string, more: number) => [
    constant(whole(field, beginning, language), SUGGEST.wholeWord + more - less),
    constant(beginsWith(field, beginning, language), SUGGEST.prefix + more - less),
  ];
  const anywhere = inField('words.title', 0);
  return isFirst ? [...anywhere, ...inField('words.title_opening', SUGGEST.opensTitle)] : anywhere;
}

/** The word itself; where letters may have marks, with any of them. */
function whole(field: string, text: string, language: Language): Dsl {
  const bare = bareLetters(language);
  const fuzzy = bare.size === 0 ? null : fuzzyPrefix(termToken('', language), text, { typos: 0, bare });
  if (fuzzy === null) return { term: { [field]: termToken(text, language) } };
  return { regexp: { [field]: { value: fuzzy.slice(0, -2) } } };
}

function beginsWith(field: string, text: string, language: Language): Dsl {
  const bare = bareLetters(language);
  const fuzzy = bare.size === 0 ? null : fuzzyPrefix(termToken('', language), text, { typos: 0, bare });
  if (fuzzy === null) return { prefix: { [field]: termToken(text, language) } };
  return { regexp: { [field]: { value: fuzzy } } };
}
