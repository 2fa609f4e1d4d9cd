/** What the explorer needs of an OpenAPI description: its operations, with references resolved. */
export interface Operation {
  id: string;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  tag: string;
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  body: Body | null;
}

interface Parameter {
  name: string;
  place: 'path' | 'query' | 'header';
  isRequired: boolean;
  description: string;
  schema: Schema;
}

interface Body {
  contentType: string;
  /** As text, ready to be sent. */
  example: string;
  fields: readonly Field[];
}

export interface Field {
  name: string;
  isRequired: boolean;
  schema: Schema;
}

/** The part of a schema that says how a value is entered. */
export interface Schema {
  type: string;
  description: string;
  choices: readonly string[];
  fallback: unknown;
}

type Json = Record<string, unknown>;

const METHODS = { get: 'GET', post: 'POST', delete: 'DELETE' } as const;

/** The operations in the order of the description. Whatever is unexpected in it is left out. */
export function operationsOf(description: unknown): Operation[] {
  const root = asObject(description);
  return Object.entries(asObject(root.paths)).flatMap(([path, methods]) =>
    Object.entries(asObject(methods)).flatMap(([method, operation]) => {
      const known = METHODS[method as keyof typeof METHODS];
      return known === undefined ? [] : [readOperation(root, { path, method: known, operation: asObject(operation) })];
    }),
  );
}

function readOperation(
  root: Json,
  { path, method, operation }: { path: string; method: Operation['method']; operation: Json },
): Operation {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : [];
  return {
    id: String(operation.operationId),
    method,
    path,
    tag: Array.isArray(operation.tags) ? String(operation.tags[0]) : 'Other',
    summary: String(operation.summary ?? path),
    description: String(operation.description ?? ''),
    parameters: parameters.map((parameter) => readParameter(root, resolve(root, parameter))),
    body: readBody(root, resolve(root, operation.requestBody)),
  };
}

function readParameter(root: Json, parameter: Json): Parameter {
  return {
    name: String(parameter.name),
    place: parameter.in === 'path' || parameter.in === 'header' ? parameter.in : 'query',
    isRequired: parameter.required === true,
    description: String(parameter.description ?? ''),
    schema: readSchema(root, parameter.schema),
  };
}

function readBody(root: Json, body: Json): Body | null {
  const [entry] = Object.entries(asObject(body.content));
  if (entry === undefined) return null;
  const [contentType, media] = entry;
  const { example, schema } = asObject(media);
  const isLines = contentType !== 'application/json';
  return {
    contentType,
    example: exampleText(example ?? {}, isLines),
    fields: isLines ? [] : fieldsOf(root, resolve(root, schema)),
  };
}

/** A text, such as the contents of a file, is sent as it is. */
function exampleText(example: unknown, isLines: boolean): string {
  if (isLines && typeof example === 'string') return example;
  return isLines ? `${JSON.stringify(example)}\n` : JSON.stringify(example, null, 2);
}

function fieldsOf(root: Json, schema: Json): Field[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(asObject(schema.properties)).map(([name, property]) => ({
    name,
    isRequired: required.includes(name),
    schema: readSchema(root, property),
  }));
}

function readSchema(root: Json, given: unknown): Schema {
  const schema = { ...resolve(root, given), ...asObject(given) };
  const choices = Array.isArray(schema.enum) ? schema.enum.filter((value) => typeof value === 'string') : [];
  return {
    type: typeof schema.type === 'string' ? schema.type : 'json',
    description: String(schema.description ?? ''),
    choices,
    fallback: schema.default,
  };
}

/** Follows `$ref` within the description. */
function resolve(root: Json, value: unknown): Json {
  let current = asObject(value);
  while (typeof current.$ref === 'string') {
    const steps = current.$ref.replace(/^#\//, '').split('/');
    current = asObject(steps.reduce<unknown>((place, step) => asObject(place)[step], root));
  }
  return current;
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}
