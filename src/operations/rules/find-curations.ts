import type { PhraseTrie } from '../../algorithms/phrase-trie.js';
import type { Language } from '../../domain/document/language.js';
import { type Curation, RULE_LIMITS } from '../../domain/search/search-rule.js';
import type { QueryPart } from '../../domain/search/word-query.js';
import { WordLattice } from '../../text/query/word-lattice.js';
import type { RulePhrase } from './rule-index.js';

/** A curation that was applied to a query. */
export interface AppliedCuration {
  id: string;
  /** Of its documents, those that were found and put first, and those that would have been found. */
  pinned: readonly string[];
  hidden: readonly string[];
}

export interface FoundCurations {
  /** In the order in which they count. */
  curations: readonly Curation[];
  pinned: readonly string[];
  hidden: readonly string[];
}

export const NO_CURATIONS: FoundCurations = { curations: [], pinned: [], hidden: [] };

export type CurationPhrase = RulePhrase<Curation, null>;

/** Curations that may apply to one query, and documents that they may hide together. */
const MOST_CURATIONS = 100;
const MOST_HIDDEN = 10_000;

/** The query of a curation, as queries are compared with it. */
export function curationPhrases(rule: Curation, language: Language): CurationPhrase[] {
  const keys = new WordLattice(rule.query, language, 'bare').keys();
  return keys.length === 0 ? [] : [{ keys, rule, said: null }];
}

/** Excluded words are no part of what is asked for; a query with any is never the whole query of a curation. */
export function findCurations(
  parts: readonly QueryPart[],
  language: Language,
  { trie, applies }: { trie: PhraseTrie<CurationPhrase>; applies: (rule: Curation) => boolean },
): FoundCurations {
  const wanted = parts.filter(({ kind }) => kind === 'words' || kind === 'phrase');
  const lattice = new WordLattice(wanted.map(({ text }) => text).join(' '), language, 'bare');
  const isWhole = wanted.length === parts.length;
  const found = new Set<Curation>();
  const seen = new Set<unknown>();
  for (let word = 0; word < lattice.length; word++) {
    for (const { next, values } of trie.phrasesFrom(word, lattice.stepsAt)) {
      const isQuery = isWhole && word === 0 && next === lattice.length;
      // The same phrase again: what it contains has been found.
      if (seen.has(values) && !isQuery) continue;
      seen.add(values);
      for (const { rule } of values) if ((rule.match === 'contains' || isQuery) && applies(rule)) found.add(rule);
    }
  }
  return merged([...found].sort(compareCurations).slice(0, MOST_CURATIONS));
}

/** Exact ones first, then by id. */
function compareCurations(a: Curation, b: Curation): number {
  if (a.match !== b.match) return a.match === 'exact' ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** What one of them hides is not shown, whoever pins it. */
function merged(curations: readonly Curation[]): FoundCurations {
  if (curations.length === 0) return NO_CURATIONS;
  const hidden = new Set(curations.flatMap(({ hide }) => hide).slice(0, MOST_HIDDEN));
  const pinned = new Set(curations.flatMap(({ pin }) => pin).filter((id) => !hidden.has(id)));
  return { curations, pinned: [...pinned].slice(0, RULE_LIMITS.pins), hidden: [...hidden] };
}
