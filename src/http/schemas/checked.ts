import { type TSchema, type TUnsafe, Type } from 'typebox';
import { invalidRequest, type ServiceError } from '../../domain/errors/error.js';
import { Problems } from '../../domain/errors/problem.js';
import { compileChecker } from '../checking/schema-check.js';
import { CHECK, CHECK_INSIDE, type CheckContext, GUESS, type Guess, schemaNode } from '../checking/schema-node.js';

/**
 * A schema that documents what callers send and yields what handlers get: `parse` is given a value of the schema's type,
 * records what else is wrong with it and returns its parsed form.
 */
export function parsedAs<Sent, Parsed>(
  schema: TSchema,
  parse: (sent: Sent, context: CheckContext) => Parsed,
): TUnsafe<Parsed> {
  return Type.Unsafe<Parsed>({ ...schema, [CHECK]: parse });
}

/**
 * One of some values. With a `title`, the API description gives the type that name. `guess` finds the value that was meant by
 * another one; otherwise it is the one that looks most like it.
 */
export function choice<Value extends string>(
  values: readonly Value[],
  description: string,
  { guess, ...documented }: { title?: string; guess?: Guess } = {},
): TUnsafe<Value> {
  return Type.Unsafe<Value>({ type: 'string', enum: values, description, ...documented, [GUESS]: guess });
}

/** A type or null, written so that responses serialise without trying alternatives. */
export function nullable<Value>(schema: TSchema & { type?: string }): TUnsafe<Value | null> {
  return Type.Unsafe<Value | null>({ ...schema, type: [schema.type, 'null'] });
}

/** A parameter that may be left out and that the handler has nevertheless: the checker fills in the default. */
export function defaultsTo<Schema extends TSchema>(schema: Schema, value: unknown): Schema {
  // Optional in the document, present in the handler: no type of the schema library says both.
  return Type.Optional({ ...schema, default: value }) as TSchema as Schema;
}

/**
 * An object that is checked on its own: if it is invalid, the handler gets the error in its place, and the rest of the request is
 * not affected. Parameters are named as if the object were the whole body.
 */
export function checkedAlone<Parsed>(schema: TUnsafe<Parsed>): TUnsafe<Parsed | ServiceError> {
  const check = compileChecker(schemaNode(schema));
  const checkInside = (value: unknown, { now }: CheckContext) => {
    const problems = new Problems();
    const parsed = check(value, { path: '', problems, now });
    return problems.any ? invalidRequest(problems.list) : parsed;
  };
  return Type.Unsafe<Parsed | ServiceError>({ ...schema, [CHECK]: undefined, [CHECK_INSIDE]: checkInside });
}
