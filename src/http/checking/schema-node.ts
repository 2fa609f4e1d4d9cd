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
