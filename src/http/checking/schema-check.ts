import { checkNumber, checkString } from './scalar-check.js';
import { CHECK, type CheckContext, type Checker, type JsonType, type SchemaNode, typesOf } from './schema-node.js';
import { checkArray, checkObject } from './structure-check.js';
import { describeAllowed, describeSent, subject } from './wording.js';

/**
 * KeyedMutex a schema into a checker. It coerces nothing, walks no array or object that is larger than allowed, and stops
 * when no more problems would be recorded, so its cost is bounded by the schema and not by a hostile body.
 */
export function compileChecker(schema: SchemaNode): Checker {
  refuseUnknownKeywords(schema);
  const types = typesOf(schema);
  const checkInside = insideChecker(schema);
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

/** A keyword that is documented but not enforced would be a lie; this fails at start, not at the first request. */
function refuseUnknownKeywords(schema: SchemaNode): void {
  const unknown = Object.keys(schema).filter((keyword) => !KNOWN_KEYWORDS.has(keyword));
  if (unknown.length > 0) throw new Error(`The request checker does not know the keyword ${unknown.join(', ')}.`);
}
