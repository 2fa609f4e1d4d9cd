import { editDistance } from '../../../algorithms/edit-distance.js';
import type { Language } from '../../../domain/document/language.js';
import { bareLetters } from '../../../text/analysis/word-forms.js';
import type { QueryWord } from '../../query/analyse-query.js';
import { bareCodePoints, HAS_DIGIT } from '../../query/letters.js';
import { allowedTypos, TYPO_WEIGHTS } from '../../ranking/ranking.js';
import { stemOfTerm, TERM_PREFIX_LETTERS, termOfToken, termToken } from '../index/word-tokens.js';
import type { Dsl } from '../query/dsl.js';
import type { QuerySession } from '../query/query-session.js';

/** A term of the index that is within the allowed edit distance of a word. */
export interface TypoTerm {
  term: string;
  token: string;
  /** Weight of one occurrence. */
  weight: number;
}

/** Terms that the cluster names for one word, the nearest first. */
const CANDIDATES = 60;

interface Suggested {
  suggest?: Record<string, { options: { text: string; freq: number }[] }[]>;
}

/** The terms that each word may be a typo of. The cluster names terms that look alike; distance and weight are ours. */
export async function findTypoTerms(
  words: readonly QueryWord[],
  language: Language,
  session: QuerySession,
): Promise<Map<QueryWord, TypoTerm[]>> {
  const asked = words.flatMap((word) => {
    const edits = editsIn(word, language);
    return edits === 0 ? [] : [{ word, edits }];
  });
  if (asked.length === 0) return new Map();
  const suggest: Record<string, Dsl> = {};
  asked.forEach(({ word, edits }, i) => {
    const text = termToken(word.term, language);
    suggest[i] = { text, term: suggester(edits) };
  });
  const answer = (await session.search({ size: 0, suggest })) as Suggested;
  return new Map(
    asked.map(({ word }, i) => {
      const named = (answer.suggest?.[i] ?? []).flatMap(({ options }) => options);
      const tokens = named.map(({ text }) => text);
      return [word, nearest(word, language, tokens)];
    }),
  );
}

/** Edits between a word and a term that the cluster may name; 0 for a word in which no typo is forgiven. */
function editsIn({ term, typos }: QueryWord, language: Language): number {
  const marks = bareLetters(language);
  const limit = allowedTypos(bareCodePoints(term, marks).length);
  if (!typos || HAS_DIGIT.test(term)) return 0;
  // A mark is no typo for us, but it is one for the cluster, which counts two: one mark and one typo are found, more are not.
  return limit > 0 && marks.size > 0 ? 2 : limit;
}

function suggester(edits: number): Dsl {
  return {
    field: 'words.any',
    analyzer: 'keyword',
    suggest_mode: 'always',
    size: CANDIDATES,
    max_edits: edits,
    max_inspections: 10,
    prefix_length: TERM_PREFIX_LETTERS,
    min_word_length: 1,
    // How common a word is, is for us to judge: by the documents in scope.
    max_term_freq: 2_000_000_000,
  };
}

function nearest(word: QueryWord, language: Language, tokens: readonly string[]): TypoTerm[] {
  const { term: written, stem, alternatives = [] } = word;
  // What is as good as the word is no typo of it, however alike both look.
  const known = new Set([stem, ...alternatives.flatMap((one) => (one.kind === 'word' ? [one.stem] : []))]);
  const marks = bareLetters(language);
  const letters = bareCodePoints(written, marks);
  const limit = allowedTypos(letters.length);
  return tokens
    .map((token) => ({ token, term: termOfToken(token) }))
    .filter(({ term }) => term.length >= 3 && !HAS_DIGIT.test(term) && !known.has(stemOfTerm(term, language)))
    .map(({ token, term }) => ({ token, term, distance: editDistance(letters, bareCodePoints(term, marks), limit) }))
    .filter(({ distance }) => distance > 0 && distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.term < b.term ? -1 : 1))
    .map(({ token, term, distance }) => ({ token, term, weight: TYPO_WEIGHTS[distance] }));
}
