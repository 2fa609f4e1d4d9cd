import { type Static, Type } from 'typebox';
import { DOCUMENT_LIMITS } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import {
  CURATION_MATCHES,
  type CurationMatch,
  hasWord,
  problemOfIdleWords,
  RESERVED_RULE_IDS,
  RULE_LIMITS,
} from '../../domain/search/search-rule.js';
import { type CheckContext, describeSent } from '../checking/schema-node.js';
import { choice, defaultsTo, nullable, parsedAs } from './checked.js';
import { language } from './document-parameters.js';
import { namedDocument } from './search-parameters.js';

/** The parameters of synonyms and curations. */
const limits = RULE_LIMITS;

const ruleId = parsedAs<string, string>(
  Type.String({
    minLength: 1,
    maxLength: limits.idLength,
    pattern: '^[A-Za-z0-9_-]+$',
    description: 'Letters a-z and A-Z, digits, _ and -. Assigned if left out.',
  }),
  (id, { path, problems }) => {
    if (RESERVED_RULE_IDS.includes(id)) {
      problems.add(path, 'parameter_invalid', `${path} can't be "${id}", which is the path of an endpoint.`);
    }
    return id;
  },
);

const tenantId = Type.String({
  minLength: 1,
  maxLength: DOCUMENT_LIMITS.tenantIdLength,
  description: 'Applies only to searches within this tenant. Left out, it applies to all searches.',
});

function searchable(maxLength: number, description: string) {
  return parsedAs<string, string>(Type.String({ minLength: 1, maxLength, description }), (text, { path, problems }) => {
    if (!hasWord(text)) {
      problems.add(path, 'parameter_invalid', `${path} must have a letter or digit; it is ${describeSent(text)}.`);
    }
    return text;
  });
}

function entries(minItems: number, description: string) {
  const entry = searchable(limits.entryLength, 'A word, or several in a row.');
  return Type.Array(entry, { minItems, maxItems: limits.entries, description });
}

const synonymLanguage = { ...language, description: 'Applies only to queries in this language.' };

const synonymWords = {
  equivalent: Type.Optional(entries(2, 'Words that stand for each other. Send either this, or from and to.')),
  from: Type.Optional(entries(1, 'A query with one of these also finds what has one of to, not the other way round.')),
  to: Type.Optional(entries(1, 'What else is searched for.')),
};

const synonymParameters = Type.Object(
  {
    id: Type.Optional(ruleId),
    language: Type.Optional(synonymLanguage),
    tenant_id: Type.Optional(tenantId),
    ...synonymWords,
  },
  {
    title: 'NewSynonym',
    additionalProperties: false,
    examples: [{ equivalent: ['sofa', 'couch'] }, { from: ['tv'], to: ['television'] }],
  },
);

type SentSynonym = Static<typeof synonymParameters>;

export const newSynonym = parsedAs<SentSynonym, SentSynonym>(synonymParameters, (sent, context) => {
  refuseBothForms(sent, context);
  requireForm(sent, context);
  refuseIdleWords(sent, context);
  return sent;
});

type SentWords = Pick<SentSynonym, 'equivalent' | 'from' | 'to'>;

function refuseBothForms({ equivalent, from, to }: SentWords, { problems }: CheckContext): void {
  if (equivalent === undefined) return;
  for (const [name, other] of Object.entries({ from, to })) {
    if (other === undefined) continue;
    problems.add(name, 'parameter_invalid', `${name} can't be combined with equivalent. Send one of both forms.`);
  }
}

function requireForm({ equivalent, from, to }: SentWords, { problems }: CheckContext): void {
  if (equivalent !== undefined) return;
  if (from === undefined && to === undefined) {
    problems.add('equivalent', 'parameter_missing', 'equivalent is required, or from and to instead of it.');
  } else if (from === undefined) problems.add('from', 'parameter_missing', 'from is required beside to.');
  else if (to === undefined) problems.add('to', 'parameter_missing', 'to is required beside from.');
}

function refuseIdleWords(sent: SentWords, { problems }: CheckContext): void {
  // Lists that are wrong in themselves may not even be lists.
  const problem = problems.any ? null : problemOfIdleWords(sent);
  if (problem !== null) problems.add(problem.param, problem.code, problem.message);
}

const changedSynonym = Type.Object(
  {
    language: Type.Optional(nullable<Language>(synonymLanguage)),
    tenant_id: Type.Optional(nullable<string>(tenantId)),
    ...synonymWords,
  },
  { title: 'SynonymChanges', additionalProperties: false, examples: [{ equivalent: ['sofa', 'couch', 'settee'] }] },
);

type SentSynonymChanges = Static<typeof changedSynonym>;

export const synonymChanges = parsedAs<SentSynonymChanges, SentSynonymChanges>(changedSynonym, (sent, context) => {
  refuseBothForms(sent, context);
  refuseIdleWords(sent, context);
  return sent;
});

const curationQuery = searchable(limits.queryLength, 'The query, or the part of it, that this is about.');

const curationMatch = choice<CurationMatch>(
  CURATION_MATCHES,
  'exact: the query is the whole query. contains: its words are in the query in this order. Case, white space, width and ' +
    'accents make no difference.',
  { title: 'CurationMatch' },
);

const pinned = Type.Array(namedDocument, {
  maxItems: limits.pins,
  description: 'Ids of documents that come first, in this order, whether they match or not.',
});

const hidden = Type.Array(namedDocument, {
  maxItems: limits.hides,
  description: 'Ids of documents that are not found.',
});

const curationParameters = Type.Object(
  {
    id: Type.Optional(ruleId),
    query: curationQuery,
    match: curationMatch,
    tenant_id: Type.Optional(tenantId),
    pin: defaultsTo(pinned, []),
    hide: defaultsTo(hidden, []),
  },
  {
    title: 'NewCuration',
    additionalProperties: false,
    examples: [{ query: 'opening hours', match: 'contains', pin: ['hours'], hide: ['hours-2019'] }],
  },
);

type SentCuration = Static<typeof curationParameters>;

export const newCuration = parsedAs<SentCuration, SentCuration>(curationParameters, (sent, { problems }) => {
  const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0;
  if (isEmpty(sent.pin) && isEmpty(sent.hide)) {
    problems.add('pin', 'parameter_missing', 'pin or hide is required: at least one document to pin or to hide.');
  }
  return sent;
});

export const curationChanges = Type.Object(
  {
    query: Type.Optional(curationQuery),
    match: Type.Optional(curationMatch),
    tenant_id: Type.Optional(nullable<string>(tenantId)),
    pin: Type.Optional(pinned),
    hide: Type.Optional(hidden),
  },
  { title: 'CurationChanges', additionalProperties: false, examples: [{ pin: ['hours', 'contact'] }] },
);

export const synonymPath = Type.Object({ id: Type.String({ description: 'The id of a synonym.' }) });
export const curationPath = Type.Object({ id: Type.String({ description: 'The id of a curation.' }) });
