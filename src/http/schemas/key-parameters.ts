import { Type } from 'typebox';
import { DEFAULT_SCOPES, SCOPES, type Scope } from '../../domain/caller.js';
import { DOCUMENT_LIMITS, MODES, type Mode } from '../../domain/document/document.js';
import { hasControlCharacter, KEY_LIMITS } from '../../operations/keys/key-request.js';
import { choice, nullable, parsedAs } from './checked.js';
import { readTimestamp } from './document-parameters.js';

/** The parameters of requests about keys. */
const keyName = parsedAs<string, string>(
  Type.String({
    minLength: 1,
    maxLength: KEY_LIMITS.nameLength,
    description: 'What the key is for, without line breaks and other control characters.',
  }),
  (name, { path, problems }) => {
    if (name.trim() === '') {
      problems.add(path, 'parameter_too_short', `${path} must not be blank.`);
    }
    if (hasControlCharacter(name)) {
      problems.add(path, 'parameter_invalid', `${path} has line breaks or other control characters.`);
    }
    return name;
  },
);

export const keyMode = choice<Mode>(MODES, 'Live and test keys have separate documents.', { title: 'Mode' });

const keyScope = choice<Scope>(SCOPES, 'What a key may do.', { title: 'Scope' });

const tenants = Type.Array(Type.String({ minLength: 1, maxLength: DOCUMENT_LIMITS.tenantIdLength }), {
  minItems: 1,
  maxItems: KEY_LIMITS.tenants,
  description:
    'The tenants that the key is bound to; null for all. Default: as the calling key. A key that is bound to tenants can only ' +
    'name its own.',
});

const rateLimit = Type.Integer({
  minimum: 1,
  maximum: KEY_LIMITS.rateLimit,
  description: 'Requests per minute. Default: the limit of the service, if it has one.',
});

export const newKey = Type.Object(
  {
    name: keyName,
    mode: Type.Optional({
      ...keyMode,
      description: 'Default: as the calling key. A test key can only make test keys.',
    }),
    scopes: Type.Optional(
      Type.Array(keyScope, {
        minItems: 1,
        maxItems: SCOPES.length,
        description: `What the key may do: nothing that the calling key may not. Default: ${DEFAULT_SCOPES.join(', ')}.`,
      }),
    ),
    tenants: Type.Optional(nullable<string[]>(tenants)),
    expires_at: Type.Optional(
      nullable<number>(
        parsedAs<string, number>(
          Type.String({
            description: 'The moment from which the key is refused: ISO 8601, in UTC unless it has an offset.',
          }),
          readTimestamp,
        ),
      ),
    ),
    rate_limit: Type.Optional(nullable<number>(rateLimit)),
  },
  {
    title: 'NewKey',
    additionalProperties: false,
    examples: [{ name: 'shop', scopes: ['read'], tenants: ['shelf'], expires_at: '2090-01-31', rate_limit: 600 }],
  },
);

export const keyPath = Type.Object({ id: Type.String({ description: 'The id of a key.' }) });
