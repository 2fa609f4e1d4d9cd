import type { Json } from './client.js';

/** What is sent for some fields of a document, and what must come of it. */
export interface AcceptedCase {
  what: string;
  sent: Json;
  /** The fields as they come back, where they differ from what was sent. */
  stored?: Json;
}

export interface RefusedCase {
  what: string;
  sent: Json;
  problems: Record<string, string>;
}

export function refused(what: string, sent: Json, problems: Record<string, string>): RefusedCase {
  return { what, sent, problems };
}

export const EMOJI = '🧭';
const HUNDRED_KEYS = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, i]));

export const LANGUAGES =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  );

/** Bounds that hold wherever a document is sent: alone, as a change, or as a line of an import. */
export const ACCEPTED_FIELDS: AcceptedCase[] = [
  { what: 'a title of 1 character', sent: { title: 'x' } },
  { what: 'a title of 250 characters', sent: { title: 'x'.repeat(250) } },
  { what: 'a title of 250 emoji', sent: { title: EMOJI.repeat(250) } },
  { what: 'a tenant of 1 character', sent: { tenant_id: 't' } },
  { what: 'a tenant of 250 emoji', sent: { tenant_id: EMOJI.repeat(250) } },
  { what: 'no content', sent: { content: null } },
  { what: 'empty content', sent: { content: '' } },
  { what: 'content of 102,400 bytes', sent: { content: 'x'.repeat(102_400) } },
  { what: 'content of 51,200 two-byte characters', sent: { content: 'é'.repeat(51_200) } },
  { what: 'content with every kind of white space', sent: { content: 'a\tb\r\nc\u0000d\u2028e' } },
  { what: 'a date', sent: { created_at: '2024-02-29' }, stored: { created_at: '2024-02-29T00:00:00.000Z' } },
  {
    what: 'a time without an offset, as UTC',
    sent: { created_at: '2024-11-04T09:30' },
    stored: { created_at: '2024-11-04T09:30:00.000Z' },
  },
  {
    what: 'a time with an offset',
    sent: { updated_at: '2024-11-04T09:30:00.5+05:30' },
    stored: { updated_at: '2024-11-04T04:00:00.500Z' },
  },
  { what: 'Norwegian as Bokmål', sent: { language: 'no' }, stored: { language: 'nb' } },
  { what: 'no metadata', sent: { metadata: null } },
  { what: 'a metadata key of 50 emoji', sent: { metadata: { [EMOJI.repeat(50)]: 1 } } },
  { what: 'a metadata value of 500 emoji', sent: { metadata: { a: EMOJI.repeat(500) } } },
  {
    what: 'metadata of every type',
    sent: { metadata: { a: 'x', b: -1.5, c: true, d: ['x', 2, false], e: { f: 'y' } } },
  },
  { what: '100 metadata keys', sent: { metadata: HUNDRED_KEYS } },
  { what: 'a metadata key named constructor', sent: { metadata: { constructor: 'x', toString: 'y' } } },
  { what: 'no source', sent: { source_uri: null } },
  { what: 'a source of 1000 emoji', sent: { source_uri: EMOJI.repeat(1000) } },
];

const TOO_MANY_KEYS = { ...HUNDRED_KEYS, k99: { nested: 1 } };

export const REFUSED_FIELDS: RefusedCase[] = [
  { what: 'an empty title', sent: { title: '' }, problems: { title: 'parameter_too_short' } },
  { what: 'a title of 251', sent: { title: 'x'.repeat(251) }, problems: { title: 'parameter_too_long' } },
  { what: 'a title of 251 emoji', sent: { title: EMOJI.repeat(251) }, problems: { title: 'parameter_too_long' } },
  { what: 'a number as title', sent: { title: 1 }, problems: { title: 'parameter_type' } },
  { what: 'null as title', sent: { title: null }, problems: { title: 'parameter_type' } },
  { what: 'an empty tenant', sent: { tenant_id: '' }, problems: { tenant_id: 'parameter_too_short' } },
  { what: 'a tenant of 251', sent: { tenant_id: 'x'.repeat(251) }, problems: { tenant_id: 'parameter_too_long' } },
  { what: 'a list as tenant', sent: { tenant_id: ['a'] }, problems: { tenant_id: 'parameter_type' } },
  { what: 'null as tenant', sent: { tenant_id: null }, problems: { tenant_id: 'parameter_type' } },
  {
    what: 'content of 102,401 bytes',
    sent: { content: 'x'.repeat(102_401) },
    problems: { content: 'parameter_too_long' },
  },
  {
    what: 'content of 51,201 two-byte characters',
    sent: { content: 'é'.repeat(51_201) },
    problems: { content: 'parameter_too_long' },
  },
  { what: 'an object as content', sent: { content: {} }, problems: { content: 'parameter_type' } },
  { what: 'an unknown content type', sent: { content_type: 'pdf' }, problems: { content_type: 'parameter_invalid' } },
  { what: 'null as content type', sent: { content_type: null }, problems: { content_type: 'parameter_type' } },
  { what: 'a word as date', sent: { created_at: 'yesterday' }, problems: { created_at: 'parameter_invalid' } },
  { what: '30 February', sent: { created_at: '2024-02-30' }, problems: { created_at: 'parameter_invalid' } },
  { what: 'a 25th hour', sent: { updated_at: '2024-01-01T25:00' }, problems: { updated_at: 'parameter_invalid' } },
  { what: 'a number as date', sent: { updated_at: 0 }, problems: { updated_at: 'parameter_type' } },
  { what: 'null as date', sent: { created_at: null }, problems: { created_at: 'parameter_type' } },
  { what: 'an unknown language', sent: { language: 'xx' }, problems: { language: 'parameter_invalid' } },
  { what: 'a language in capitals', sent: { language: 'EN' }, problems: { language: 'parameter_invalid' } },
  { what: 'null as language', sent: { language: null }, problems: { language: 'parameter_type' } },
  { what: 'a list as metadata', sent: { metadata: [] }, problems: { metadata: 'parameter_type' } },
  {
    what: '101 metadata keys at two depths',
    sent: { metadata: TOO_MANY_KEYS },
    problems: { metadata: 'too_many_items' },
  },
  {
    what: 'a metadata key of 51',
    sent: { metadata: { ['k'.repeat(51)]: 1 } },
    problems: { [`metadata.${'k'.repeat(51)}`]: 'parameter_too_long' },
  },
  {
    what: 'a metadata value of 501',
    sent: { metadata: { a: { b: 'x'.repeat(501) } } },
    problems: { 'metadata.a.b': 'parameter_too_long' },
  },
  {
    what: 'a long string in a metadata list',
    sent: { metadata: { a: ['', 'x'.repeat(501)] } },
    problems: { 'metadata.a[1]': 'parameter_too_long' },
  },
  {
    what: 'an object in a metadata list',
    sent: { metadata: { a: [{}] } },
    problems: { 'metadata.a[0]': 'parameter_type' },
  },
  {
    what: 'null deep in metadata',
    sent: { metadata: { a: { b: null } } },
    problems: { 'metadata.a.b': 'parameter_type' },
  },
  {
    what: 'a dot in a metadata key',
    sent: { metadata: { 'a.b': 1 } },
    problems: { 'metadata.a.b': 'parameter_invalid' },
  },
  { what: 'a source of 1001', sent: { source_uri: 'x'.repeat(1001) }, problems: { source_uri: 'parameter_too_long' } },
  { what: 'a number as source', sent: { source_uri: 1 }, problems: { source_uri: 'parameter_type' } },
  { what: 'a misspelt parameter', sent: { contents: 'x' }, problems: { contents: 'parameter_unknown' } },
  { what: 'a field that only responses have', sent: { object: 'document' }, problems: { object: 'parameter_unknown' } },
  {
    what: 'many mistakes, all of them at once',
    sent: { title: '', content: 5, language: 'xx', metadata: { 'a.b': 1 }, limit: 1 },
    problems: {
      title: 'parameter_too_short',
      content: 'parameter_type',
      language: 'parameter_invalid',
      'metadata.a.b': 'parameter_invalid',
      limit: 'parameter_unknown',
    },
  },
];
