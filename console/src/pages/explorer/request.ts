import type { RawRequest } from '@sextant/client';
import { clientMethodOf } from '../../shared/client-methods.js';
import type { SnippetRequest } from '../../shared/snippets.js';
import type { Operation } from './description.js';

/** What has been entered for an operation. */
export interface Draft {
  /** By name; those of the path, the query string and the headers. */
  parameters: Readonly<Record<string, string>>;
  body: string;
}

export function emptyDraft(operation: Operation): Draft {
  return { parameters: {}, body: operation.body?.example ?? '' };
}

/** The names of what must be given and is not. */
export function missingParameters({ parameters }: Operation, draft: Draft): string[] {
  return parameters
    .filter(({ name, isRequired }) => isRequired && (draft.parameters[name] ?? '') === '')
    .map(({ name }) => name);
}

export function requestOf(operation: Operation, draft: Draft): RawRequest & { method: Operation['method'] } {
  const given = operation.parameters.filter(({ name }) => (draft.parameters[name] ?? '') !== '');
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let path = operation.path;
  for (const { name, place } of given) {
    const value = draft.parameters[name]!;
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (place === 'query') query.set(name, value);
    else headers[name] = value;
  }
  if (operation.body !== null) headers['Content-Type'] = operation.body.contentType;
  return {
    method: operation.method,
    path: query.size === 0 ? path : `${path}?${query}`,
    headers,
    body: operation.body === null ? undefined : draft.body,
  };
}

/** The same request for copying: by the method of our clients where one sends just that. */
export function snippetOf(operation: Operation, draft: Draft): SnippetRequest {
  const { method, path, headers: sent = {} } = requestOf(operation, draft);
  const json = operation.body?.contentType === 'application/json' ? bodyObject(draft.body) : null;
  if (operation.body !== null && json === null) return { method, path, headers: sent, body: draft.body };
  const { 'Content-Type': _, ...headers } = sent;
  const request = { method, path, headers, body: json ?? undefined };
  const name = clientMethodOf(operation.id);
  // The method that streams an answer is another one, and returns events.
  const isPlain = path.indexOf('?') < 0 && Object.keys(headers).length === 0 && json?.stream !== true;
  return name === null || !isPlain ? request : { ...request, call: { name, pathValues: pathValues(operation, draft) } };
}

function pathValues({ path }: Operation, draft: Draft): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => draft.parameters[name!] ?? '');
}

/** The JSON object in the editor; null while it is none. */
export function bodyObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The body with one field set, or left out if the value is undefined. */
export function withField(body: Record<string, unknown>, name: string, value: unknown): string {
  const { [name]: _, ...rest } = body;
  const isKnown = name in body;
  // A known field keeps its place.
  const changed = isKnown && value !== undefined ? { ...body, [name]: value } : { ...rest };
  if (!isKnown && value !== undefined) changed[name] = value;
  return JSON.stringify(changed, null, 2);
}
