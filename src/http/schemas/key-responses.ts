import { Type } from 'typebox';
import { SCOPES, type Scope } from '../../domain/caller.js';
import type { Mode } from '../../domain/document/document.js';
import { KEY_STATUSES, type KeyStatus } from '../../operations/keys/keys.js';
import { choice, nullable } from './checked.js';
import { keyMode } from './key-parameters.js';
import { EXAMPLE_PAGING, enveloped, exampleEnvelope, pagination } from './responses.js';

const timestamp = Type.String({ description: 'ISO 8601 in UTC with milliseconds.' });

export const keyStatus = choice<KeyStatus>(KEY_STATUSES, 'Only an active key is accepted.', { title: 'KeyStatus' });

const keyFields = {
  id: Type.String(),
  name: Type.String(),
  mode: keyMode,
  status: keyStatus,
  scopes: Type.Array(choice<Scope>(SCOPES, 'What a key may do.', { title: 'Scope' })),
  tenants: Type.Unsafe<readonly string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'The tenants that the key is bound to; null for all.',
  }),
  rate_limit: nullable<number>(
    Type.Integer({ description: 'Requests per minute; null if the limit of the service applies, if it has one.' }),
  ),
  created_at: nullable<string>(Type.String({ description: 'ISO 8601; null for the key of SEXTANT_API_KEY only.' })),
  expires_at: nullable<string>(timestamp),
  revoked_at: nullable<string>(timestamp),
  last_used_at: nullable<string>(
    Type.String({
      description:
        'When the key was last used; another instance tells it within a minute. Null if it never was, and for the key of SEXTANT_API_KEY.',
    }),
  ),
};

export const keyResponse = enveloped('key', keyFields);

export const issuedKey = {
  ...enveloped('key', {
    ...keyFields,
    key: Type.String({ description: 'What callers send as X-API-Key. It is in no other response: store it safely.' }),
  }),
  title: 'IssuedKey',
};

export const keyPage = {
  ...enveloped('browse_result', {
    data: Type.Array(Type.Object(keyFields, { title: 'ListedKey' })),
    mode: nullable<Mode>(keyMode),
    status: nullable<KeyStatus>(keyStatus),
    ...pagination,
  }),
  title: 'BrowseKeysResult',
};

const KEY_FIELDS = {
  id: 'key_0m3x9k2a1',
  name: 'shop',
  mode: 'live',
  status: 'active',
  scopes: ['read'],
  tenants: ['shelf'],
  rate_limit: 600,
  created_at: '2024-11-04T09:30:00.000Z',
  expires_at: '2090-01-31T00:00:00.000Z',
  revoked_at: null,
  last_used_at: '2024-11-05T07:12:41.000Z',
};

export const EXAMPLE_KEY = { ...exampleEnvelope('key', `/v20241104/keys/${KEY_FIELDS.id}`), ...KEY_FIELDS };
export const EXAMPLE_ISSUED_KEY = { ...EXAMPLE_KEY, key: 'sk_live_…' };

export const EXAMPLE_KEY_PAGE = {
  ...exampleEnvelope('browse_result', '/v20241104/keys/browse'),
  data: [KEY_FIELDS],
  mode: null,
  status: null,
  ...EXAMPLE_PAGING,
};
