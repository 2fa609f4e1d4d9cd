import type { FastifyRequest, RouteOptions } from 'fastify';
import { countCodePoints } from '../../domain/document/code-points.js';
import { invalidRequest } from '../../domain/errors/error.js';
import { askIfMeant, didYouMean, nearest, Problems } from '../../domain/errors/problem.js';
import {
  CHECK,
  CHECK_INSIDE,
  type CheckContext,
  type Checker,
  count,
  describeAllowed,
  describeSent,
  GUESS,
  type JsonType,
  type SchemaNode,
  schemaNode,
  shorten,
  subject,
  typesOf,
} from './schema-node.js';

const NO_PARAMETERS: SchemaNode = { type: 'object', properties: {}, additionalProperties: false };

/**
 * Checks body, query string and headers of a route's requests against its schema. It runs as one hook instead of as
 * Fastify's validator compiler, because Fastify stops at the first invalid part, and callers should see all problems.
 */
export function requestCheckFor(route: RouteOptions): (request: FastifyRequest) => Promise<void> {
  const { body, querystring, headers } = route.schema ?? {};
  const streamed = route.config?.body === 'stream';
  const checkBody = body === undefined || streamed ? null : compileChecker(schemaNode(body));
  const checkQuery = compileChecker(schemaNode(querystring ?? NO_PARAMETERS));
  const checkHeaders = compileHeaders(schemaNode(headers ?? NO_PARAMETERS));
  return async (request) => {
    const context: CheckContext = { path: '', problems: new Problems(), now: Date.now() };
    if (checkBody !== null) request.body = checkBody(request.body, context);
    request.query = checkQuery(request.query, context);
    checkHeaders(request.headers, context);
    if (context.problems.any) throw invalidRequest(context.problems.list);
  };
}

/** Headers are documented in mixed case and arrive in lower case. Headers outside the schema are ignored. */
function compileHeaders(schema: SchemaNode): (headers: FastifyRequest['headers'], context: CheckContext) => void {
  const checkers = Object.entries(schema.properties ?? {}).map(([name, node]): [string, Checker] => [
    name,
    compileChecker(node),
  ]);
  return (headers, context) => {
    for (const [name, check] of checkers) {
      const value = headers[name.toLowerCase()];
      if (value !== undefined) check(value, { ...context, path: name });
    }
  };
}

/**
 * Compiles a schema into a checker. It coerces nothing, does not walk arrays or objects that are too large, and stops when
 * no more problems are recorded, so its cost is bounded by the schema and not by the body.
 */
export function compileChecker(schema: SchemaNode): Checker {
  refuseUnknownKeywords(schema);
  const types = typesOf(schema);
  const checkInside = schema[CHECK_INSIDE] ?? insideChecker(schema);
  const custom = schema[CHECK];
  return (value, context) => {
    if (context.problems.full) return value;
    const type = matchingType(value, types);
    if (type === null) {
      reportType(value, context, schema);
      return value;
    }
    const before = context.problems.list.length;
    const checked = checkInside(value, context);
    const sound = type === 'object' || context.problems.list.length === before;
    return custom !== undefined && value !== null && sound ? custom(checked, context) : checked;
  };
}

function insideChecker(schema: SchemaNode): Checker {
  const object = schema.properties === undefined ? null : checkObject(schema, compileProperties(schema.properties));
  const array = checkArray(schema, schema.items === undefined ? null : compileChecker(schema.items));
  const string = checkString(schema);
  const number = checkNumber(schema);
  return (value, context) => {
    if (typeof value === 'string') string(value, context);
    else if (typeof value === 'number') number(value, context);
    else if (Array.isArray(value)) return array(value, context);
    else if (isRecord(value) && object !== null) return object(value, context);
    return value;
  };
}

function compileProperties(properties: Record<string, SchemaNode>): Map<string, Checker> {
  return new Map(Object.entries(properties).map(([name, schema]) => [name, compileChecker(schema)]));
}

function matchingType(value: unknown, types: readonly JsonType[]): JsonType | 'any' | null {
  if (types.length === 0) return 'any';
  return types.find((type) => hasType(value, type)) ?? null;
}

function hasType(value: unknown, type: JsonType): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function reportType(value: unknown, { path, problems, required }: CheckContext, schema: SchemaNode): void {
  const canBeLeftOut = value === null && path !== '' && required !== true;
  const message = `${subject(path)} must be ${describeAllowed(schema)}, not ${describeSent(value)}.`;
  problems.add(path === '' ? null : path, 'parameter_type', message + (canBeLeftOut ? ' Leave it out instead.' : ''));
}

const KNOWN_KEYWORDS = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems', 'minLength'],
  ...['maxLength', 'pattern', 'enum', 'minimum', 'maximum', 'default', 'description', 'examples', 'title', '~kind'],
]);

/** Fails at start for a keyword that would be documented but not enforced. */
function refuseUnknownKeywords(schema: SchemaNode): void {
  const unknown = Object.keys(schema).filter((keyword) => !KNOWN_KEYWORDS.has(keyword));
  if (unknown.length > 0) throw new Error(`The request checker does not know the keyword ${unknown.join(', ')}.`);
}

function checkArray(schema: SchemaNode, checkItem: Checker | null) {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  return (items: readonly unknown[], context: CheckContext): readonly unknown[] => {
    const { path, problems } = context;
    if (items.length < minItems || items.length > maxItems) {
      const code = items.length < minItems ? 'too_few_items' : 'too_many_items';
      problems.add(path, code, `${path} must be ${describeAllowed(schema)}; it has ${count(items.length, 'item')}.`);
      return items;
    }
    if (checkItem === null) return items;
    return items.map((item, index) => checkItem(item, { ...context, path: `${path}[${index}]` }));
  };
}

function checkObject(schema: SchemaNode, checkers: ReadonlyMap<string, Checker>) {
  const names = [...checkers.keys()];
  const properties = schema.properties ?? {};
  const isRequired = (name: string) => schema.required?.includes(name) === true;
  return (sent: Readonly<Record<string, unknown>>, context: CheckContext): Record<string, unknown> => {
    const checked: Record<string, unknown> = {};
    const { problems, now } = context;
    const inside = (name: string) => ({ path: pathTo(context.path, name), problems, now, required: isRequired(name) });
    for (const [name, check] of checkers) {
      if (Object.hasOwn(sent, name)) checked[name] = check(sent[name], inside(name));
      else if (properties[name].default !== undefined) checked[name] = properties[name].default;
      else if (isRequired(name)) reportMissing(inside(name), properties[name]);
    }
    if (schema.additionalProperties === false) reportUnknown(sent, { context, names });
    return checked;
  };
}

function reportMissing({ path, problems }: CheckContext, schema: SchemaNode): void {
  problems.add(path, 'parameter_missing', `${path} is required: ${describeAllowed(schema)}.`);
}

function reportUnknown(
  sent: Readonly<Record<string, unknown>>,
  { context, names }: { context: CheckContext; names: readonly string[] },
): void {
  for (const name of Object.keys(sent)) {
    if (context.problems.full) return;
    if (names.includes(name)) continue;
    const path = pathTo(context.path, shorten(name));
    const hint = didYouMean(name, names) || knownNames(names);
    const place = context.path === '' ? '' : ` of ${subject(context.path)}`;
    context.problems.add(path, 'parameter_unknown', `${shorten(name)} is not a parameter${place}.${hint}`);
  }
}

function knownNames(names: readonly string[]): string {
  return names.length === 0 ? ' There are no parameters here.' : ` The parameters are ${names.join(', ')}.`;
}

function pathTo(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

type ScalarCheck<Value> = (value: Value, context: CheckContext) => void;

function checkString(schema: SchemaNode): ScalarCheck<string> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, enum: allowed } = schema;
  const guess = schema[GUESS] ?? ((written: string) => nearest(written, allowed ?? []));
  const bounded = schema.minLength !== undefined || schema.maxLength !== undefined;
  // Patterns come from our schemas, are anchored and free of nested repetition; the length is checked first.
  const pattern = schema.pattern === undefined ? null : new RegExp(schema.pattern, 'u');
  return (value, { path, problems }) => {
    if (allowed !== undefined) {
      if (allowed.includes(value)) return;
      const message = `${path} must be ${describeAllowed(schema)}, not ${describeSent(value)}.`;
      problems.add(path, 'parameter_invalid', message + askIfMeant(guess(value)));
      return;
    }
    const length = bounded ? countCodePoints(value) : value.length;
    if (length < minLength || length > maxLength) {
      const code = length < minLength ? 'parameter_too_short' : 'parameter_too_long';
      problems.add(path, code, `${path} must be ${describeAllowed(schema)}; it has ${count(length, 'character')}.`);
    } else if (pattern !== null && !pattern.test(value)) {
      const form = schema.description ?? `It must match ${schema.pattern}.`;
      problems.add(path, 'parameter_invalid', `${path} can't be ${describeSent(value)}. ${form}`);
    }
  };
}

function checkNumber(schema: SchemaNode): ScalarCheck<number> {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  return (value, { path, problems }) => {
    if (value >= minimum && value <= maximum) return;
    const code = value < minimum ? 'parameter_too_small' : 'parameter_too_large';
    problems.add(path, code, `${path} must be ${describeAllowed(schema)}, not ${value}.`);
  };
}
