import type { RawRequest } from '@sextant/client';
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
