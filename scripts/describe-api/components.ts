/** A JSON schema, or a part of the description that contains schemas. */
export type Schema = Record<string, unknown>;

/** Say something about the place of a schema and nothing about its values: places that share a schema may differ in these. */
const ANNOTATIONS = ['description', 'examples', 'default'];
/** Hold values, not schemas. A value can have a title too. */
const VALUES = new Set(['examples', 'example', 'default', 'enum', 'const', 'required']);

export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * The schemas of the description that have a name. A schema of a route gets one by its `title`; it then appears once, under
 * `components`, and everything else refers to it. Generated clients make a type of every name.
 */
export class Components {
  readonly schemas: Record<string, Schema>;

  /** `known` are used instead of the schemas with their names: they say more than the routes can. */
  constructor(known: Record<string, Schema>) {
    this.schemas = { ...known };
    this.#isKnown = (name) => Object.hasOwn(known, name);
  }

  readonly #isKnown: (name: string) => boolean;

  /** Replaces every named schema within `described` by a reference. */
  refer(described: unknown): unknown {
    if (Array.isArray(described)) return described.map((entry) => this.refer(entry));
    if (!isSchema(described)) return described;
    const { title } = described;
    return typeof title === 'string' ? this.#reference(title, described) : this.#inside(described);
  }

  #inside(described: Schema): Schema {
    const entries = Object.entries(described).map(([key, value]) => {
      if (VALUES.has(key)) return [key, value];
      return [key, key === 'properties' && isSchema(value) ? this.#properties(value) : this.refer(value)];
    });
    return Object.fromEntries(entries);
  }

  /** The names of properties are no keywords: one may be called `examples`, or `title`. */
  #properties(properties: Schema): Schema {
    return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, this.refer(schema)]));
  }

  #reference(name: string, described: Schema): Schema {
    const { title: _, ...schema } = described;
    const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
    if (!this.#isKnown(name)) this.#define(name, this.#inside(isNullable ? withoutNull(schema) : schema));
    const reference = isNullable ? { anyOf: [ref(name), { type: 'null' }] } : ref(name);
    return { ...reference, ...this.#ownAnnotations(name, schema) };
  }

  #define(name: string, schema: Schema): void {
    const defined = this.schemas[name];
    const { default: _, ...definition } = schema;
    if (defined === undefined) this.schemas[name] = definition;
    else if (structureOf(defined) !== structureOf(definition)) {
      throw new Error(`Two different schemas of the API description are named ${name}: give one another title.`);
    }
  }

  #ownAnnotations(name: string, schema: Schema): Schema {
    const own = ANNOTATIONS.filter((key) => {
      const said = JSON.stringify(schema[key]);
      return said !== undefined && said !== JSON.stringify(this.schemas[name][key]);
    });
    return Object.fromEntries(own.map((key) => [key, schema[key]]));
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function withoutNull(schema: Schema): Schema {
  const types: unknown[] = Array.isArray(schema.type) ? schema.type.filter((type) => type !== 'null') : [];
  return { ...schema, type: types.length === 1 ? types[0] : types };
}

function structureOf(schema: Schema): string {
  return JSON.stringify(Object.fromEntries(Object.entries(schema).filter(([key]) => !ANNOTATIONS.includes(key))));
}
