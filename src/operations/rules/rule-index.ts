import { PhraseTrie } from '../../algorithms/phrase-trie.js';
import type { Language } from '../../domain/document/language.js';
import type { SearchRule } from '../../domain/search/search-rule.js';
import { Turns } from '../../threads/turns.js';

/** A phrase that a rule looks for in queries, as the keys of its words, and what the rule says about it. */
export interface RulePhrase<Rule, Said> {
  keys: readonly string[];
  rule: Rule;
  said: Said;
}

type Phrases<Rule, Said> = readonly RulePhrase<Rule, Said>[];

/**
 * Finds the rules whose phrases a query has, in each language: how words are compared depends on it. An index is made when
 * the first query in its language comes, and made again when rules have changed; rules that have not are not analysed again.
 */
export class RuleIndex<Rule extends SearchRule, Said> {
  readonly #phrasesOf: (rule: Rule, language: Language) => Phrases<Rule, Said>;
  readonly #indexes = new Map<Language, LanguageIndex<Rule, Said>>();

  constructor(phrasesOf: (rule: Rule, language: Language) => Phrases<Rule, Said>) {
    this.#phrasesOf = phrasesOf;
  }

  of(language: Language, rules: ReadonlyMap<string, Rule>): Promise<PhraseTrie<RulePhrase<Rule, Said>>> {
    let index = this.#indexes.get(language);
    if (index?.rules !== rules) {
      const analysed = index?.analysed ?? new WeakMap();
      index = { rules, analysed, trie: this.#build(language, rules, analysed) };
      this.#indexes.set(language, index);
    }
    return index.trie;
  }

  async #build(
    language: Language,
    rules: ReadonlyMap<string, Rule>,
    analysed: WeakMap<Rule, Phrases<Rule, Said>>,
  ): Promise<PhraseTrie<RulePhrase<Rule, Said>>> {
    const trie = new PhraseTrie<RulePhrase<Rule, Said>>();
    const turns = new Turns();
    for (const rule of rules.values()) {
      const phrases = analysed.get(rule) ?? this.#phrasesOf(rule, language);
      analysed.set(rule, phrases);
      for (const phrase of phrases) trie.add(phrase.keys, phrase);
      if (turns.isOver) await turns.next();
    }
    return trie;
  }
}

interface LanguageIndex<Rule, Said> {
  /** What it was made from. */
  rules: ReadonlyMap<string, Rule>;
  analysed: WeakMap<Rule & object, Phrases<Rule, Said>>;
  trie: Promise<PhraseTrie<RulePhrase<Rule, Said>>>;
}
