import { LEXICAL_FIELDS, type LexicalField } from '../../document/analysed-text.js';
import type { LexicalQuery, QueryWord } from '../../query/analyse-query.js';
import { COMMON_DOCUMENTS } from '../../ranking/ranking.js';
import { type QueryWeights, type WordWeight, weighQuery, weighWord } from '../../ranking/weigh-words.js';
import type { CountedTree } from '../facets/counted.js';
import type { Dsl } from '../query/dsl.js';
import type { QuerySession } from '../query/query-session.js';
import { findTypoTerms, type TypoTerm } from './typo-terms.js';
import { havingAny, WordTerms } from './word-terms.js';

export interface CountedWord extends WordWeight {
  word: QueryWord;
  terms: WordTerms;
  /** Terms that documents in scope have which look like it; none where typos are not looked for. */
  typos: readonly TypoTerm[];
}

export interface CountedQuery extends QueryWeights<CountedWord> {
  /** The average number of words in each field, over the documents in scope. */
  averages: Record<LexicalField, number>;
}

type Counts = Record<string, CountedTree>;

/** The terms with typos that a query looks for, in all its words and at least in one: the cluster limits clauses. */
const ALL_TYPOS = 160;
const FEWEST_TYPOS = 2;
/** In a text that is asked as a query, a typo hardly matters, and looking terms up takes the cluster about a millisecond each. */
const WORDS_WITH_TYPOS = 40;
/** The words that a query counts, the heaviest, for the same reason. Texts that are asked as queries have more. */
const MOST_WORDS = 80;
/** The words that are counted beside any number of alternatives, which have more clauses than words. */
const FEWEST_WORDS = 16;

/**
 * Counts the words of a query in the documents of a scope, and weighs them by that: documents of others change no score.
 * Terms that look like a word are looked for only if few documents have it right.
 */
export async function countWords(query: LexicalQuery, scope: Dsl, session: QuerySession): Promise<CountedQuery> {
  const looked = query.words.map((word) => ({ word, terms: new WordTerms(word, query.language) }));
  const counted = await count(session, scope, {
    known: { filters: { filters: looked.map(({ terms }) => terms.having) } },
    ...Object.fromEntries(LEXICAL_FIELDS.map((field) => [field, { sum: { field: `words.${field}_length` } }])),
  });
  const { documents, counts } = counted;
  const known = (counts.known.buckets ?? []).map(({ doc_count }) => doc_count);
  const rare = looked.filter((_, i) => known[i] < COMMON_DOCUMENTS).map(({ word }) => word);
  const alike = await findTypoTerms(rare.slice(0, WORDS_WITH_TYPOS), query.language, session);
  const typos = await typosInScope(alike, scope, session);
  const most = Math.max(FEWEST_TYPOS, Math.floor(ALL_TYPOS / Math.max(1, typos.size)));
  const words = looked.map(({ word, terms }, i): CountedWord => {
    const mistyped = typos.get(word) ?? { terms: [], documents: 0 };
    const frequency = { documents, known: known[i], typos: () => mistyped.documents };
    return { ...weighWord(word, frequency), word, terms, typos: mistyped.terms.slice(0, most) };
  });
  const average = (field: LexicalField) => (counts[field].value ?? 0) / Math.max(1, documents);
  const alternatives = query.words.reduce((sum, word) => sum + (word.alternatives?.length ?? 0), 0);
  const mostWords = Math.max(FEWEST_WORDS, MOST_WORDS - 2 * alternatives);
  const heaviest = [...words].sort((a, b) => b.weight - a.weight).slice(0, mostWords);
  return { ...weighQuery(query, heaviest), averages: { title: average('title'), content: average('content') } };
}

interface TyposInScope {
  /** The nearest first, and then the most common. */
  terms: readonly TypoTerm[];
  /** How many documents have one of them. */
  documents: number;
}

/** The terms that documents in scope have: others must not show up in what is highlighted. */
async function typosInScope(
  found: ReadonlyMap<QueryWord, TypoTerm[]>,
  scope: Dsl,
  session: QuerySession,
): Promise<Map<QueryWord, TyposInScope>> {
  const words = [...found].filter(([, terms]) => terms.length > 0);
  if (words.length === 0) return new Map();
  const aggregations = words.map(([, terms], i) => [
    `${i}`,
    {
      filter: havingAny(terms.map(({ token }) => token)),
      aggs: { terms: { filters: { filters: terms.map(({ token }) => havingAny([token])) } } },
    },
  ]);
  const { counts } = await count(session, scope, Object.fromEntries(aggregations));
  return new Map(
    words.map(([word, terms], i) => {
      const inScope = counts[`${i}`].terms.buckets ?? [];
      const documentsOf = new Map(terms.map((term, place) => [term, inScope[place].doc_count]));
      const present = terms
        .filter((term) => documentsOf.get(term)! > 0)
        .sort((a, b) => b.weight - a.weight || documentsOf.get(b)! - documentsOf.get(a)!);
      return [word, { terms: present, documents: counts[`${i}`].doc_count }];
    }),
  );
}

async function count(session: QuerySession, query: Dsl, aggs: Dsl): Promise<{ documents: number; counts: Counts }> {
  const answer = await session.search<unknown, Counts>({ query, size: 0, track_total_hits: true, aggs });
  return { documents: answer.hits.total?.value ?? 0, counts: answer.aggregations ?? {} };
}
