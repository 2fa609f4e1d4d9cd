import type { Language } from '../../domain/document/language.js';
import { invalidRequest } from '../../domain/errors/error.js';
import {
  type Curation,
  type CurationMatch,
  isRuleId,
  problemOfIdleWords,
  type SearchRule,
  type Synonym,
} from '../../domain/search/search-rule.js';
import type { IdempotentRequest } from '../context.js';
import { type Answered, performOnce } from '../idempotent-write.js';
import { type RuleContext, requireWritable, ruleNotFound, visibleRule } from './rule-access.js';

/** Validated requests. Fields that are left out stay unchanged; null clears a field. */
interface RuleChanges {
  tenant_id?: string | null;
}

export interface SynonymChanges extends RuleChanges {
  language?: Language | null;
  equivalent?: readonly string[];
  from?: readonly string[];
  to?: readonly string[];
}

export interface CurationChanges extends RuleChanges {
  query?: string;
  match?: CurationMatch;
  pin?: readonly string[];
  hide?: readonly string[];
}

interface Update<Changes> {
  id: string;
  changes: Changes;
}

export function updateSynonym(
  update: Update<SynonymChanges>,
  context: RuleContext<Synonym>,
  idempotent: IdempotentRequest | null,
): Promise<Answered<Synonym>> {
  return updateRule(update, { context, idempotent, changed: changedSynonym });
}

export function updateCuration(
  update: Update<CurationChanges>,
  context: RuleContext<Curation>,
  idempotent: IdempotentRequest | null,
): Promise<Answered<Curation>> {
  return updateRule(update, { context, idempotent, changed: changedCuration });
}

async function updateRule<Rule extends SearchRule, Changes extends RuleChanges>(
  { id, changes }: Update<Changes>,
  {
    context: { caller, kind, rules },
    idempotent,
    changed,
  }: {
    context: RuleContext<Rule>;
    idempotent: IdempotentRequest | null;
    changed: (rule: Rule, changes: Changes) => Rule;
  },
): Promise<Answered<Rule>> {
  if (changes.tenant_id !== undefined) requireWritable(caller, changes.tenant_id);
  if (!isRuleId(id)) throw ruleNotFound(id, kind);
  return performOnce(idempotent, async (record) => {
    // A decision that another write has overtaken is made again, on what is stored then: the last one counts.
    let decided: Rule | null = null;
    const decide = (current: Rule | null) => {
      const rule = visibleRule(caller, current);
      if (rule === null) throw ruleNotFound(id, kind);
      requireWritable(caller, rule.tenantId);
      decided = changed(rule, changes);
      return decided;
    };
    const updated = () => {
      if (decided === null) throw new Error('A rule was written without a decision.');
      return decided;
    };
    await rules.storage.write({ id, decide, idempotency: record && (() => record(updated())) });
    return updated();
  });
}

/** Words of the other form replace those that the synonym has. */
function changedSynonym(synonym: Synonym, changes: SynonymChanges): Synonym {
  const { language = synonym.language, tenant_id = synonym.tenantId } = changes;
  return { ...synonym, language, tenantId: tenant_id, ...changedWords(synonym, changes) };
}

function changedWords(synonym: Synonym, changes: SynonymChanges): Pick<Synonym, 'equivalent' | 'from' | 'to'> {
  if (changes.equivalent !== undefined) return { equivalent: changes.equivalent, from: null, to: null };
  const { from = synonym.from, to = synonym.to } = changes;
  if (from === null && to === null) return { equivalent: synonym.equivalent, from, to };
  if (from !== null && to !== null) {
    // One of both lists may be the one that is stored.
    const problem = problemOfIdleWords({ from, to });
    if (problem !== null && (changes.from ?? changes.to) !== undefined) throw invalidRequest([problem]);
    return { equivalent: null, from, to };
  }
  const [missing, sent] = from === null ? ['from', 'to'] : ['to', 'from'];
  const message = `${missing} is required beside ${sent}: until now, the words of this synonym were equivalent.`;
  throw invalidRequest([{ param: missing, code: 'parameter_missing', message }]);
}

function changedCuration(curation: Curation, changes: CurationChanges): Curation {
  const { query = curation.query, match = curation.match, tenant_id = curation.tenantId } = changes;
  const [pin, hide] = [[...new Set(changes.pin ?? curation.pin)], [...new Set(changes.hide ?? curation.hide)]];
  if (pin.length > 0 || hide.length > 0) return { ...curation, query, match, tenantId: tenant_id, pin, hide };
  const [emptied, other] = changes.pin === undefined ? ['hide', 'pin'] : ['pin', 'hide'];
  const message = `${emptied} can't be emptied: the curation has nothing to ${other}, so it would do nothing. Delete it instead.`;
  throw invalidRequest([{ param: emptied, code: 'too_few_items', message }]);
}
