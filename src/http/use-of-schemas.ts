import type { FastifyServerOptions } from 'fastify';

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;
type Compilers = NonNullable<SchemaController['compilersFactory']>;
type Body = Readonly<Record<string, unknown>>;

const acceptEverything = () => () => () => true;

/**
 * What Fastify does with the schemas of the routes. By default it compiles code from them. Here requests are checked by our own hooks,
 * which name every wrong parameter (`checking/`), and `JSON.stringify` writes responses as fast as compiled code does: a page of ten
 * hits takes some 50 µs with either. Loading both compilers and running one for every route took part of each start (docs/decisions/0026).
 */
export const USE_OF_SCHEMAS: SchemaController = {
  compilersFactory: {
    // The type asks for a validator of Ajv. Fastify only calls it.
    buildValidator: acceptEverything as unknown as Compilers['buildValidator'],
    buildSerializer: () => (route) => responseWriter(route.schema),
  },
};

/** Writes the fields of a response in the order of its schema, so that readers find what it is and where it came from first. */
export function responseWriter(schema: unknown): (body: Body) => string {
  const names = propertyNames(schema);
  if (names.length === 0) return JSON.stringify;
  return (body) => {
    const ordered: Record<string, unknown> = {};
    for (const name of names) ordered[name] = body[name];
    return JSON.stringify(ordered);
  };
}

function propertyNames(schema: unknown): string[] {
  const { properties } = (schema ?? {}) as { properties?: object };
  return Object.keys(properties ?? {});
}
