import { clip } from '../../domain/document/code-points.js';
import { type JsonType, type SchemaNode, typesOf } from './schema-node.js';

/** Longer names and values are clipped, so that the error stays smaller than the request. */
const SHOWN_LENGTH = 100;

export function shorten(text: string): string {
  return clip(text, SHOWN_LENGTH);
}

/** What was sent: `the string "ten"`, `an array of 3 items`. */
export function describeSent(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return `the string ${JSON.stringify(shorten(value))}`;
  if (Array.isArray(value)) return `an array of ${count(value.length, 'item')}`;
  return typeof value === 'object' ? 'an object' : `${value}`;
}

/** What is allowed: `an integer from 1 to 100`. */
export function describeAllowed(node: SchemaNode): string {
  if (node.enum !== undefined) return `one of ${node.enum.join(', ')}`;
  const types = typesOf(node);
  if (types.length === 0) return 'any value';
  return types.map((type) => TYPE_NAMES[type] + bounds(type, node)).join(' or ');
}

export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

/** How a message names the value at `path`. */
export function subject(path: string): string {
  return path === '' ? 'The body' : path;
}

const TYPE_NAMES: Record<JsonType, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

function bounds(type: JsonType, node: SchemaNode): string {
  if (type === 'string') return between(node.minLength, node.maxLength, { before: ' of', noun: ' characters' });
  if (type === 'array') return between(node.minItems, node.maxItems, { before: ' of', noun: ' items' });
  if (type === 'integer' || type === 'number') return between(node.minimum, node.maximum, { before: '', noun: '' });
  return '';
}

function between(low: number | undefined, high: number | undefined, words: { before: string; noun: string }): string {
  const from = words.before === '' ? ' from' : words.before;
  if (low !== undefined && high !== undefined) return `${from} ${low} to ${high}${words.noun}`;
  if (high !== undefined) return `${words.before} at most ${high}${words.noun}`;
  return low !== undefined ? `${words.before} at least ${low}${words.noun}` : '';
}
