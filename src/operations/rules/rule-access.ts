import type { Caller } from '../../domain/caller.js';
import { failure, type ServiceError } from '../../domain/errors/error.js';
import { isRuleId, type SearchRule } from '../../domain/search/search-rule.js';
import { requireTenants } from '../tenancy.js';
import type { LoadedRules } from './loaded-rules.js';

/** The two kinds of rules, as errors and ids name them. */
export type RuleKind = 'synonym' | 'curation';

/** What operations on rules work with: the caller, and the rules of one kind in the caller's mode. */
export interface RuleContext<Rule extends SearchRule> {
  caller: Caller;
  kind: RuleKind;
  rules: LoadedRules<Rule>;
  now: () => number;
}

/** A rule without a tenant applies to all of them, so a key that is bound to some can't write it. */
export function requireWritable(caller: Caller, tenantId: string | null): void {
  if (tenantId !== null) requireTenants(caller, [tenantId]);
  else if (caller.tenants !== null) {
    const message = `This key is bound to tenants (${caller.tenants.join(', ')}) and can only write rules of theirs: name one in tenant_id.`;
    throw failure('tenant_not_allowed', message, { param: 'tenant_id' });
  }
}

/** A key bound to tenants sees their rules and those without a tenant, which apply to its searches too. */
export function visibleRule<Rule extends SearchRule>(caller: Caller, rule: Rule | null): Rule | null {
  if (rule === null || rule.tenantId === null || caller.tenants === null) return rule;
  return caller.tenants.includes(rule.tenantId) ? rule : null;
}

export function ruleNotFound(id: string, kind: RuleKind): ServiceError {
  const message = isRuleId(id) ? `There is no ${kind} "${id}".` : `No ${kind} can have this id.`;
  return failure(`${kind}_not_found`, message, { param: 'id' });
}
