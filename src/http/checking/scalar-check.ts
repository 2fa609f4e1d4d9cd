import { countCodePoints } from '../../domain/document/code-points.js';
import { didYouMean } from '../../domain/errors/did-you-mean.js';
import type { CheckContext, SchemaNode } from './schema-node.js';
import { count, describeAllowed, describeSent } from './wording.js';

type ScalarCheck<Value> = (value: Value, context: CheckContext) => void;

export function checkString(schema: SchemaNode): ScalarCheck<string> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, enum: allowed } = schema;
  const bounded = schema.minLength !== undefined || schema.maxLength !== undefined;
  // Patterns come from our schemas, are anchored and free of nested repetition; the length is checked first.
  const pattern = schema.pattern === undefined ? null : new RegExp(schema.pattern, 'u');
  return (value, { path, problems }) => {
    if (allowed !== undefined) {
      if (allowed.includes(value)) return;
      const message = `${path} must be ${describeAllowed(schema)}, not ${describeSent(value)}.`;
      problems.add(path, 'parameter_invalid', message + didYouMean(value, allowed));
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

export function checkNumber(schema: SchemaNode): ScalarCheck<number> {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  return (value, { path, problems }) => {
    if (value >= minimum && value <= maximum) return;
    const code = value < minimum ? 'parameter_too_small' : 'parameter_too_large';
    problems.add(path, code, `${path} must be ${describeAllowed(schema)}, not ${value}.`);
  };
}
