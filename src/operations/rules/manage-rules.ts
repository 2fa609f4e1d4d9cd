import { newId } from '../../domain/document/identifier.js';
import type { Language } from '../../domain/document/language.js';
import { failure, invalidRequest, type ServiceError } from '../../domain/errors/error.js';
import {
  type Curation,
  type CurationMatch,
  isRuleId,
  RULE_LIMITS,
  type SearchRule,
  type Synonym,
} from '../../domain/search/search-rule.js';
import type { IdempotentRequest } from '../context.js';
import { type Answered, performOnce } from '../idempotent-write.js';
import { requireTenants } from '../tenancy.js';
import { type RuleContext, type RuleKind, requireWritable, ruleNotFound, visibleRule } from './rule-access.js';

/** Validated requests. */
interface NewRule {
  id?: string;
  tenant_id?: string;
}

export interface NewSynonym extends NewRule {
  language?: Language;
  equivalent?: readonly string[];
  from?: readonly string[];
  to?: readonly string[];
}

export interface NewCuration extends NewRule {
  query: string;
  match: CurationMatch;
  pin: readonly string[];
  hide: readonly string[];
}

export function addSynonym(
  sent: NewSynonym,
  context: RuleContext<Synonym>,
  idempotent: IdempotentRequest | null,
): Promise<Answered<Synonym>> {
  const { language = null, equivalent = null, from = null, to = null } = sent;
  return addRule({ ...newRule(sent, context), language, equivalent, from, to }, context, idempotent);
}

export function addCuration(
  sent: NewCuration,
  context: RuleContext<Curation>,
  idempotent: IdempotentRequest | null,
): Promise<Answered<Curation>> {
  const [pin, hide] = [[...new Set(sent.pin)], [...new Set(sent.hide)]];
  return addRule({ ...newRule(sent, context), query: sent.query, match: sent.match, pin, hide }, context, idempotent);
}

function newRule(
  { id, tenant_id = null }: Omit<NewRule, 'tenant_id'> & { tenant_id?: string | null },
  context: RuleContext<SearchRule>,
) {
  requireWritable(context.caller, tenant_id);
  return { id: id ?? newId(context.kind), tenantId: tenant_id, createdAt: context.now() };
}

/** A taken id is refused, even if the caller can't see the rule that has it. */
async function addRule<Rule extends SearchRule>(
  rule: Rule,
  { kind, rules }: RuleContext<Rule>,
  idempotent: IdempotentRequest | null,
): Promise<Answered<Rule>> {
  const { storage } = rules;
  return performOnce(idempotent, async (record) => {
    if ((await storage.count()) >= RULE_LIMITS.rules) throw tooMany(kind);
    await storage.write({
      id: rule.id,
      decide: (current) => {
        if (current !== null)
          throw failure(`${kind}_exists`, `A ${kind} with id "${rule.id}" already exists.`, { param: 'id' });
        return rule;
      },
      idempotency: record && (() => record(rule)),
    });
    return rule;
  });
}

export async function findRule<Rule extends SearchRule>(id: string, context: RuleContext<Rule>): Promise<Rule> {
  const rule = isRuleId(id) ? visibleRule(context.caller, await context.rules.storage.get(id)) : null;
  if (rule === null) throw ruleNotFound(id, context.kind);
  return rule;
}

export async function deleteRule<Rule extends SearchRule>(id: string, context: RuleContext<Rule>): Promise<void> {
  const { caller, kind, rules } = context;
  if (!isRuleId(id)) throw ruleNotFound(id, kind);
  await rules.storage.write({
    id,
    decide: (current) => {
      const rule = visibleRule(caller, current);
      if (rule === null) throw ruleNotFound(id, kind);
      requireWritable(caller, rule.tenantId);
      return 'delete';
    },
  });
}

interface BrowseRequest {
  tenantIds: readonly string[] | null;
  limit: number;
  page: number;
}

interface RulePage<Rule> {
  data: Rule[];
  total: number;
  hasMore: boolean;
  nextPage: number | null;
}

/** The rules that the caller may see, newest first. */
export async function browseRules<Rule extends SearchRule>(
  { tenantIds, limit, page }: BrowseRequest,
  { caller, rules }: RuleContext<Rule>,
  isWanted: (rule: Rule) => boolean = () => true,
): Promise<RulePage<Rule>> {
  if (tenantIds !== null) requireTenants(caller, tenantIds);
  const found = [...(await rules.current('now')).values()].filter(
    (rule) =>
      visibleRule(caller, rule) !== null &&
      (tenantIds === null || (rule.tenantId !== null && tenantIds.includes(rule.tenantId))) &&
      isWanted(rule),
  );
  found.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
  const hasMore = page * limit < found.length;
  const data = found.slice((page - 1) * limit, page * limit);
  return { data, total: found.length, hasMore, nextPage: hasMore ? page + 1 : null };
}

function tooMany(kind: RuleKind): ServiceError {
  const message = `There are already ${RULE_LIMITS.rules} ${kind}s, which is the limit. Delete one first.`;
  return invalidRequest([{ param: null, code: 'too_many_items', message }]);
}
