import type { Language } from '../document/language.js';
import type { Problem } from '../errors/problem.js';

/** What administrators add to make searches better. */
interface RuleBase {
  id: string;
  /** The rule applies to searches within this tenant only; null for all. */
  tenantId: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** Words that are as good as others. It has either `equivalent`, or `from` and `to`; the others are null. */
export interface Synonym extends RuleBase {
  /** Applies to queries in this language only; null for all. */
  language: Language | null;
  /** Each of these stands for all others. */
  equivalent: readonly string[] | null;
  /** A query with one of these also finds what has one of `to`, but not the other way round. */
  from: readonly string[] | null;
  to: readonly string[] | null;
}

export const CURATION_MATCHES = ['exact', 'contains'] as const;
export type CurationMatch = (typeof CURATION_MATCHES)[number];

/** Documents that come first, or not at all, for a query. */
export interface Curation extends RuleBase {
  query: string;
  /** Whether it must be the whole query, or may be a part of it. */
  match: CurationMatch;
  /** Ids of documents, in the order in which they are shown. */
  pin: readonly string[];
  hide: readonly string[];
}

export type SearchRule = Synonym | Curation;

/** Endpoints under /synonyms and /curations: a rule with such an id could not be addressed. */
export const RESERVED_RULE_IDS: readonly string[] = ['browse'];

export const RULE_LIMITS = {
  /** Synonyms in one mode, and as many curations. All of them are kept in memory. */
  rules: 10_000,
  idLength: 128,
  /** Entries of each list of a synonym, and characters of an entry. */
  entries: 30,
  entryLength: 100,
  queryLength: 1000,
  pins: 100,
  hides: 1000,
} as const;

const RULE_ID = /^[A-Za-z0-9_-]+$/;

export function isRuleId(id: string): boolean {
  return id.length <= RULE_LIMITS.idLength && RULE_ID.test(id);
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Whether a text has something that can be searched for. */
export function hasWord(text: string): boolean {
  return LETTER_OR_DIGIT.test(text);
}

/** What is wrong with the words of a synonym that would find nothing else than a search without it; null if they do. */
export function problemOfIdleWords(words: {
  equivalent?: readonly string[] | null;
  from?: readonly string[] | null;
  to?: readonly string[] | null;
}): Problem | null {
  const { equivalent, from, to } = words;
  if (equivalent && areOneWord(equivalent)) {
    const message = `equivalent needs two entries that are not the same; all of them are ${JSON.stringify(equivalent[0])}.`;
    return { param: 'equivalent', code: 'too_few_items', message };
  }
  if (from && to && areOneWord([...from, ...to])) {
    const message = `to needs an entry that is not the same as from; all of them are ${JSON.stringify(to[0])}.`;
    return { param: 'to', code: 'parameter_invalid', message };
  }
  return null;
}

/** Case, width and white space make no difference. Whether words have the same stem depends on the language of a query. */
function areOneWord(entries: readonly string[]): boolean {
  return (
    new Set(entries.map((entry) => entry.normalize('NFKC').toLowerCase().trim().split(/\s+/u).join(' '))).size === 1
  );
}
