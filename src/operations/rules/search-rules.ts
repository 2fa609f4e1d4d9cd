import type { Language } from '../../domain/document/language.js';
import type { Curation, SearchRule, Synonym } from '../../domain/search/search-rule.js';
import type { QueryPart } from '../../domain/search/word-query.js';
import type { RuleStorage } from '../../storage/storage.js';
import { curationPhrases, type FoundCurations, findCurations, NO_CURATIONS } from './find-curations.js';
import { type FoundSynonyms, findSynonyms, NO_SYNONYMS, synonymPhrases } from './find-synonyms.js';
import { LoadedRules } from './loaded-rules.js';
import { RuleIndex } from './rule-index.js';

/** A query, as rules look at it. */
interface RuledQuery {
  parts: readonly QueryPart[];
  language: Language;
  /** The tenants that are searched; null for all. */
  tenants: readonly string[] | null;
}

/** What administrators have said about searches of one mode. Looking it up takes microseconds where nothing has changed. */
export class SearchRules {
  readonly synonyms: LoadedRules<Synonym>;
  readonly curations: LoadedRules<Curation>;
  readonly #synonymIndex = new RuleIndex(synonymPhrases);
  readonly #curationIndex = new RuleIndex(curationPhrases);

  constructor(synonyms: RuleStorage<Synonym>, curations: RuleStorage<Curation>) {
    this.synonyms = new LoadedRules(synonyms);
    this.curations = new LoadedRules(curations);
  }

  async findSynonyms({ parts, language, tenants }: RuledQuery): Promise<FoundSynonyms> {
    const rules = await this.synonyms.current();
    if (rules.size === 0) return NO_SYNONYMS;
    const trie = await this.#synonymIndex.of(language, rules);
    return findSynonyms(parts, language, { trie, applies: appliesWithin(tenants) });
  }

  async findCurations({ parts, language, tenants }: RuledQuery): Promise<FoundCurations> {
    const rules = await this.curations.current();
    if (rules.size === 0) return NO_CURATIONS;
    const trie = await this.#curationIndex.of(language, rules);
    return findCurations(parts, language, { trie, applies: appliesWithin(tenants) });
  }
}

/** A tenant's rule applies where only its documents are searched: it must not change what others find. */
function appliesWithin(tenants: readonly string[] | null): (rule: SearchRule) => boolean {
  return ({ tenantId }) => tenantId === null || (tenants?.every((tenant) => tenant === tenantId) ?? false);
}
