import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { Type } from 'typebox';

/** The server as route files see it: handlers get the types of their schemas. */
export type TypedServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export const idempotencyHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x20-\\x7e]+$',
      description:
        'Any printable ASCII text. Repeating the request with the same key within 24 hours returns the same response without repeating the work.',
    }),
  ),
});

export const queryLogHeaders = Type.Object({
  'X-Query-Log': Type.Optional(
    Type.String({
      enum: ['off'],
      description: 'off keeps the search out of the query log: for tools, tests and searches as one types.',
    }),
  ),
});

export const documentPath = Type.Object({ id: Type.String({ description: 'The id of a document.' }) });
