import { clip } from '../../domain/document/code-points.js';
import type { Problems } from '../../domain/errors/problem.js';

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';

export interface CheckContext {
  /** Where the value is, as callers write it; empty for the body as a whole. */
  path: string;
  problems: Problems;
  /** The time of the request, so that all its relative dates mean the same. */
  now: number;
  /** Whether what is checked may not be left out. */
  required?: boolean;
}

/**
 * The key of a schema's custom check, for what JSON Schema can't express. The check gets a value of the right type, records
 * problems, and returns what the handler gets instead: a parsed filter, an instant, a canonical code.
 */
export const CHECK = Symbol('check');
type CustomCheck = (value: unknown, context: CheckContext) => unknown;

/** The key of a check that takes the place of what the schema says about the inside of a value, which then only documents it. */
export const CHECK_INSIDE = Symbol('check inside');

/** The key of a function that guesses which of the values of an `enum` was meant, where looking alike is not enough. */
export const GUESS = Symbol('guess');
export type Guess = (written: string) => string | null;

/** The subset of JSON Schema that request schemas may use. */
export interface SchemaNode {
  type?: JsonType | readonly JsonType[];
  properties?: Record<string, SchemaNode>;
  required?: readonly string[];
  additionalProperties?: boolean;
  items?: SchemaNode;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
  description?: string;
  [CHECK]?: CustomCheck;
  [GUESS]?: Guess;
  [CHECK_INSIDE]?: CustomCheck;
}

/** A schema as the checker sees it. Fastify types schemas as unknown. */
export function schemaNode(schema: unknown): SchemaNode {
  if (typeof schema !== 'object' || schema === null) throw new Error('A schema must be an object.');
  return schema;
}

export function typesOf(node: SchemaNode): readonly JsonType[] {
  if (node.type === undefined) return [];
  return typeof node.type === 'string' ? [node.type] : node.type;
}

/** Records every problem of `value` and returns it as the handler gets it: checked, defaults filled in. */
export type Checker = (value: unknown, context: CheckContext) => unknown;

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
