import { JSON_STYLE, PYTHON, TYPESCRIPT, writeLiteral } from './literals.js';

/** A request to the service, and the methods of our clients that send it. */
export interface SnippetRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** With the version: `/v20241104/search`. */
  path: string;
  body?: unknown;
  /** `search` or `documents.get`, without the client. */
  typescript: string;
  python: string;
  /** The parameters of the path, in their order: the first arguments of both methods. */
  pathValues?: readonly string[];
}

export type SnippetLanguage = 'curl' | 'typescript' | 'python';

/** The key is never part of a snippet: people paste them into chats. Our Python client reads this variable by itself. */
const KEY_VARIABLE = 'SEXTANT_API_KEY';
/** Arguments on one line, after the name of the method. */
const LINE_LENGTH = 58;

/** The request as a program would send it, ready for copying. */
export function snippet(language: SnippetLanguage, request: SnippetRequest, origin: string): string {
  return WRITERS[language](request, origin);
}

const WRITERS: Record<SnippetLanguage, (request: SnippetRequest, origin: string) => string> = {
  curl: ({ method, path, body }, origin) => {
    const head = `curl -s ${method === 'DELETE' ? '-X DELETE ' : ''}${origin}${path} -H "X-API-Key: $${KEY_VARIABLE}"`;
    if (method !== 'POST') return head;
    // Within single quotes, a shell takes everything as it is but the single quote.
    const json = writeLiteral(body ?? {}, JSON_STYLE).replaceAll("'", String.raw`'\''`);
    return `${head} \\\n  -H 'Content-Type: application/json' -d '${json}'`;
  },
  typescript: ({ typescript, body, pathValues = [] }, origin) => {
    const values = [...pathValues, ...(body === undefined ? [] : [body])].map((value) =>
      writeLiteral(value, TYPESCRIPT),
    );
    return [
      "import { Sextant } from '@sextant/client';",
      '',
      `const client = new Sextant({ url: '${origin}', key: process.env.${KEY_VARIABLE}! });`,
      `const result = await client.${typescript}(${values.join(', ')});`,
    ].join('\n');
  },
  python: ({ python, body, pathValues = [] }, origin) => {
    const named = Object.entries(body ?? {}).map(([name, value]) => `${name}=${writeLiteral(value, PYTHON, 1)}`);
    const values = [...pathValues.map((value) => writeLiteral(value, PYTHON, 1)), ...named];
    const inline = values.join(', ');
    const isShort = inline.length <= LINE_LENGTH && !inline.includes('\n');
    return [
      'from sextant_client import Sextant',
      '',
      `client = Sextant(url="${origin}")  # the key: ${KEY_VARIABLE}`,
      `result = client.${python}(${isShort ? inline : `\n${values.map((value) => `    ${value},\n`).join('')}`})`,
    ].join('\n');
  },
};
