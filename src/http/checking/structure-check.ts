import { didYouMean } from '../../domain/errors/did-you-mean.js';
import type { CheckContext, Checker, SchemaNode } from './schema-node.js';
import { count, describeAllowed, shorten, subject } from './wording.js';

export function checkArray(schema: SchemaNode, checkItem: Checker | null) {
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

export function checkObject(schema: SchemaNode, checkers: ReadonlyMap<string, Checker>) {
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
  return names.length === 0 ? ' None are taken here.' : ` Known are ${names.join(', ')}.`;
}

function pathTo(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
