import { countCodePoints } from '../../domain/document/code-points.js';
import { type FieldKind, fieldKind } from '../../domain/document/document.js';
import { describeSent, didYouMean, isObject, type Problems, type SentObject } from '../../domain/errors/problem.js';
import type { Facet } from '../../domain/facet/facet.js';
import { unknownFieldMessage } from '../unknown-field.js';
import { defaultTermsFacet, FACET_READERS, FACET_TYPES, type FacetType, TYPE_SETTINGS } from './facet-types.js';
import { below, type FacetContext, refuse, Settings } from './settings.js';

/** The two lists as sent; undefined where one was left out. */
export interface SentFacets {
  facet: unknown;
  facet_advanced: unknown;
}

const MOST_FACETS = 32;
const LONGEST_NAME = 250;
const COMMON_SETTINGS = ['field', 'name', 'type'];

/** Parses both lists of facets, the basic ones first. Problems are recorded with their paths. */
export function parseFacets(sent: SentFacets, context: { problems: Problems; now: number }): Facet[] {
  const names = new Set<string>();
  const read = (list: 'facet' | 'facet_advanced', readEntry: (entry: unknown, at: FacetContext) => Facet | null) =>
    readList(sent[list], { ...context, path: list }, (entry, at) =>
      withUniqueName(readEntry(entry, at), { names, at }),
    );
  return [...read('facet', readBasic), ...read('facet_advanced', readAdvanced)];
}

function readList(
  sent: unknown,
  context: FacetContext,
  read: (entry: unknown, context: FacetContext) => Facet | null,
): Facet[] {
  if (sent === undefined) return [];
  if (!Array.isArray(sent)) {
    context.problems.add(context.path, 'parameter_type', `Expected an array; found ${describeSent(sent)}.`);
    return [];
  }
  if (sent.length > MOST_FACETS) {
    const message = `Expected at most ${MOST_FACETS} facets; found ${sent.length}.`;
    context.problems.add(context.path, 'too_many_items', message);
    return [];
  }
  const facets = sent.map((entry, index) => read(entry, { ...context, path: `${context.path}[${index}]` }));
  return facets.filter((facet) => facet !== null);
}

function withUniqueName(facet: Facet | null, { names, at }: { names: Set<string>; at: FacetContext }): Facet | null {
  if (facet === null) return null;
  if (names.has(facet.name)) {
    const hint = 'Rename one of them with "name" in facet_advanced.';
    return refuse(at, `Two facets are named ${describeSent(facet.name)}. ${hint}`);
  }
  names.add(facet.name);
  return facet;
}

function readBasic(sent: unknown, context: FacetContext): Facet | null {
  if (typeof sent === 'string') return readField(sent, context) === null ? null : defaultTermsFacet(sent);
  const hint = isObject(sent) ? ' Objects belong in facet_advanced.' : '';
  return refuse(context, `Expected a field name; found ${describeSent(sent)}.${hint}`);
}

function readField(field: string, context: FacetContext): FieldKind | null {
  if (field === 'content') return refuse(context, 'content does not support facets.');
  return fieldKind(field) ?? refuse(context, unknownFieldMessage(field));
}

function readAdvanced(sent: unknown, context: FacetContext): Facet | null {
  if (!isObject(sent)) return refuse(context, `Expected an object with the key "field"; found ${describeSent(sent)}.`);
  const settings = new Settings(sent, context);
  const type = settings.choice('type', FACET_TYPES, 'terms');
  const known = type === null || refuseForeignSettings(sent, type, context);
  const field = settings.get('field');
  if (typeof field !== 'string')
    return refuse(settings.at('field'), `Expected a field name; found ${describeSent(field)}.`);
  const kind = readField(field, settings.at('field'));
  const name = readName(field, settings);
  if (type === null || kind === null || name === null) return null;
  const facet = FACET_READERS[type]({ name, field, kind }, settings);
  return known ? facet : null;
}

function refuseForeignSettings(sent: SentObject, type: FacetType, context: FacetContext): boolean {
  const own = [...COMMON_SETTINGS, ...TYPE_SETTINGS[type]];
  const foreign = Object.keys(sent).filter((key) => !own.includes(key));
  for (const key of foreign) {
    if (context.problems.full) break;
    refuse(below(context, key), foreignMessage(key, type, own));
  }
  return foreign.length === 0;
}

function foreignMessage(key: string, type: FacetType, own: readonly string[]): string {
  const owners = FACET_TYPES.filter((other) => TYPE_SETTINGS[other].includes(key));
  if (owners.length > 0) return `"${key}" is a setting of facets of type ${owners.join(' and ')}, not of type ${type}.`;
  return `Unknown key.${didYouMean(key, own)} The keys of a ${type} facet are ${own.join(', ')}.`;
}

function readName(field: string, settings: Settings): string | null {
  if (!settings.has('name')) return field;
  const name = settings.get('name');
  const length = typeof name === 'string' ? countCodePoints(name) : 0;
  if (typeof name !== 'string' || length < 1 || length > LONGEST_NAME) {
    return refuse(
      settings.at('name'),
      `Expected a string of 1 to ${LONGEST_NAME} characters; found ${describeSent(name)}.`,
    );
  }
  // Names become keys of an object in the response, where this one would set the prototype.
  return name === '__proto__' ? refuse(settings.at('name'), 'A facet cannot be named "__proto__".') : name;
}
