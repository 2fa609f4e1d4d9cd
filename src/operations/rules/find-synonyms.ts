import type { PhraseTrie } from '../../algorithms/phrase-trie.js';
import type { Language } from '../../domain/document/language.js';
import type { Synonym } from '../../domain/search/search-rule.js';
import type { QueryPart, WordAlternative } from '../../domain/search/word-query.js';
import { analyze } from '../../text/analysis/analyze.js';
import { WordLattice } from '../../text/query/word-lattice.js';
import type { RulePhrase } from './rule-index.js';

/** A synonym that was applied to words of a query. */
export interface AppliedSynonym {
  id: string;
  /** The words as they are in the query. */
  word: string;
  /** What else was searched for. */
  as: readonly string[];
}

export interface FoundSynonyms {
  alternatives: readonly WordAlternative[];
  applied: readonly AppliedSynonym[];
}

export const NO_SYNONYMS: FoundSynonyms = { alternatives: [], applied: [] };

interface Replacement {
  /** How the phrase is written, without case, width and accents. */
  spelling: string;
  /** What stands for it. */
  texts: readonly string[];
}

export type SynonymPhrase = RulePhrase<Synonym, Replacement>;

/** Alternatives of a query, each counted for every word that it stands for: they are looked up like words. */
const MOST_ALTERNATIVES = 32;

/** The phrases of a synonym that are replaced in queries of a language, with what each is replaced by. */
export function synonymPhrases(rule: Synonym, language: Language): SynonymPhrase[] {
  if (rule.language !== null && rule.language !== language) return [];
  const replaced = readAll(rule.equivalent ?? rule.from ?? [], language);
  const replacements = rule.to === null ? replaced : readAll(rule.to, language);
  const distinct = new Map(replaced.map((phrase) => [phrase.name, phrase]));
  return [...distinct.values()].flatMap(({ text, keys, name }) => {
    const texts = replacements.filter((other) => other.name !== name).map((other) => other.text);
    const said = { spelling: spellingOf(text, language), texts: [...new Set(texts)] };
    return keys.length === 0 || texts.length === 0 ? [] : [{ keys, rule, said }];
  });
}

function spellingOf(text: string, language: Language): string {
  return new WordLattice(text, language, 'bare').keys().join(' ');
}

function readAll(texts: readonly string[], language: Language) {
  return texts.map((text) => {
    const keys = new WordLattice(text, language, 'stem').keys();
    return { text, keys, name: keys.join(' ') };
  });
}

/**
 * Finds the words of a query that synonyms have something to say about, from left to right, the longest first: with rules for
 * both "york" and "new york", the latter applies to "new york". Quoted and excluded parts stay as they are.
 */
export function findSynonyms(
  parts: readonly QueryPart[],
  language: Language,
  { trie, applies }: { trie: PhraseTrie<SynonymPhrase>; applies: (rule: Synonym) => boolean },
): FoundSynonyms {
  const alternatives: WordAlternative[] = [];
  const applied: AppliedSynonym[] = [];
  const seen = new Map<readonly SynonymPhrase[], readonly SynonymPhrase[]>();
  const applicable = (values: readonly SynonymPhrase[]) => {
    const known = seen.get(values) ?? inOrder(values.filter(({ rule }) => applies(rule)));
    seen.set(values, known);
    return known;
  };
  let left = MOST_ALTERNATIVES;
  for (const part of parts) {
    if (part.kind !== 'words') continue;
    const lattice = new WordLattice(part.text, language, 'stem');
    for (let word = 0; word < lattice.length && left > 0; ) {
      const found = longest(trie, lattice, word, applicable);
      if (found === null) {
        word++;
        continue;
      }
      const { start, end } = lattice.range(word, found.next);
      const written = part.text.slice(start, end);
      const words = analyze(written, language).length;
      const texts = [...new Set(found.phrases.flatMap(({ said }) => said.texts))].slice(0, Math.floor(left / words));
      left -= texts.length * words;
      const spelling = spellingOf(written, language);
      const inflected = found.phrases.every(({ said }) => said.spelling !== spelling);
      const place = { start: part.start + start, end: part.start + end };
      if (texts.length > 0) alternatives.push({ ...place, texts, ...(inflected && { inflected }) });
      for (const { rule, said } of found.phrases) {
        const as = said.texts.filter((text) => texts.includes(text));
        if (as.length > 0) applied.push({ id: rule.id, word: written, as });
      }
      word = found.next;
    }
  }
  return { alternatives, applied };
}

function longest(
  trie: PhraseTrie<SynonymPhrase>,
  lattice: WordLattice,
  from: number,
  applicable: (values: readonly SynonymPhrase[]) => readonly SynonymPhrase[],
): { next: number; phrases: readonly SynonymPhrase[] } | null {
  let best: { next: number; phrases: readonly SynonymPhrase[] } | null = null;
  for (const { next, values } of trie.phrasesFrom(from, lattice.stepsAt)) {
    if (best !== null && next <= best.next) continue;
    const phrases = applicable(values);
    if (phrases.length > 0) best = { next, phrases };
  }
  return best;
}

function inOrder(phrases: readonly SynonymPhrase[]): readonly SynonymPhrase[] {
  return phrases.toSorted((a, b) => (a.rule.id < b.rule.id ? -1 : 1));
}
