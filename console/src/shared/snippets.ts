import { type ClientMethod, inPython } from './client-methods.js';
import { JSON_STYLE, PYTHON, TYPESCRIPT, writeLiteral } from './literals.js';

/** A request to the service, as a program would send it. */
export interface SnippetRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** With the version: `/v20241104/search`. */
  path: string;
  /** JSON as its value. Any other body is a text, whose type is among the headers. */
  body?: unknown;
  /** What is sent besides the key and the type of JSON. */
  headers?: Readonly<Record<string, string>>;
  /** The method of our clients that sends exactly this; without one, the request is written out. */
  call?: ClientCall;
}

interface ClientCall {
  name: ClientMethod;
  /** The parameters of the path, in their order: the first arguments. */
  pathValues?: readonly string[];
}

export type SnippetLanguage = 'curl' | 'typescript' | 'python';

/** The key is never part of a snippet: people paste them into chats. Our Python client reads this variable by itself. */
const KEY_VARIABLE = 'SEXTANT_API_KEY';
/** Arguments on one line, after the name of the method. */
const LINE_LENGTH = 58;
const CONTENT_TYPE = 'Content-Type';
/** Those of them that are names in the API. Our Python client ends them with an underscore. */
const PYTHON_KEYWORDS = new Set(['from', 'in', 'is', 'not', 'or', 'and', 'if', 'for', 'import', 'class', 'with', 'as']);

/** The request as a program would send it, ready for copying. */
export function snippet(language: SnippetLanguage, request: SnippetRequest, origin: string): string {
  return WRITERS[language](request, origin);
}

const WRITERS: Record<SnippetLanguage, (request: SnippetRequest, origin: string) => string> = {
  curl: (request, origin) => {
    const { method, path, body, headers = {} } = request;
    const address = `${origin}${path}`;
    const hasBody = body !== undefined;
    // With a body, curl sends a POST anyway.
    const verb = method === 'GET' || (method === 'POST' && hasBody) ? '' : `-X ${method} `;
    const sent = isJson(request) && hasBody ? { [CONTENT_TYPE]: 'application/json', ...headers } : headers;
    const options = Object.entries(sent).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`);
    // With -d, a text would lose its line breaks.
    if (hasBody) options.push(`${isJson(request) ? '-d' : '--data-binary'} ${shellQuoted(bodyText(request))}`);
    const head = `curl -s ${verb}${needsQuotes(address) ? shellQuoted(address) : address} -H "X-API-Key: $${KEY_VARIABLE}"`;
    return options.length === 0 ? head : `${head} \\\n  ${options.join(' ')}`;
  },
  typescript: (request, origin) =>
    [
      "import { Sextant } from '@sextant/client';",
      '',
      `const client = new Sextant({ url: '${origin}', key: process.env.${KEY_VARIABLE}! });`,
      request.call === undefined ? typescriptRequest(request) : typescriptCall(request.call, request.body),
    ].join('\n'),
  python: (request, origin) =>
    [
      'from sextant_client import Sextant',
      '',
      `client = Sextant(url="${origin}")  # the key: ${KEY_VARIABLE}`,
      request.call === undefined ? pythonRequest(request) : pythonCall(request.call, request.body),
    ].join('\n'),
};

function isJson({ headers = {} }: SnippetRequest): boolean {
  return headers[CONTENT_TYPE] === undefined;
}

function bodyText(request: SnippetRequest): string {
  return isJson(request) ? writeLiteral(request.body, JSON_STYLE) : String(request.body);
}

/** What a shell or Windows would take for something of its own. */
function needsQuotes(address: string): boolean {
  return /[?&*{}]/.test(address);
}

/** Within single quotes, a shell takes everything as it is but the single quote. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function typescriptCall({ name, pathValues = [] }: ClientCall, body: unknown): string {
  const values = [...pathValues, ...(body === undefined ? [] : [body])].map((value) => writeLiteral(value, TYPESCRIPT));
  return `const result = await client.${name}(${values.join(', ')});`;
}

function typescriptRequest(request: SnippetRequest): string {
  const { method, path, body, headers = {} } = request;
  const isJsonSent = isJson(request) && body !== undefined;
  const sent = isJsonSent ? { [CONTENT_TYPE]: 'application/json', ...headers } : headers;
  const text = writeLiteral(body, TYPESCRIPT, 1);
  const lines = [
    `method: '${method}'`,
    `path: ${writeLiteral(path, TYPESCRIPT)}`,
    ...(Object.keys(sent).length === 0 ? [] : [`headers: ${writeLiteral(sent, TYPESCRIPT, 1)}`]),
    ...(body === undefined ? [] : [`body: ${isJsonSent ? `JSON.stringify(${text})` : text}`]),
  ];
  return `const { status, text } = await client.request({\n${lines.map((line) => `  ${line},\n`).join('')}});`;
}

function pythonCall({ name, pathValues = [] }: ClientCall, body: unknown): string {
  const named = Object.entries(body ?? {}).map(
    ([parameter, value]) => `${PYTHON_KEYWORDS.has(parameter) ? `${parameter}_` : parameter}=${pythonLiteral(value)}`,
  );
  return `result = client.${inPython(name)}${pythonArguments([...pathValues.map(pythonLiteral), ...named])}`;
}

function pythonRequest(request: SnippetRequest): string {
  const { method, path, body, headers = {} } = request;
  return `text = client.request${pythonArguments([
    `"${method}"`,
    pythonLiteral(path),
    ...(body === undefined ? [] : [`${isJson(request) ? 'json' : 'content'}=${pythonLiteral(body)}`]),
    ...(Object.keys(headers).length === 0 ? [] : [`headers=${pythonLiteral(headers)}`]),
  ])}`;
}

function pythonLiteral(value: unknown): string {
  return writeLiteral(value, PYTHON, 1);
}

function pythonArguments(values: readonly string[]): string {
  const inline = values.join(', ');
  const isShort = inline.length <= LINE_LENGTH && !inline.includes('\n');
  return `(${isShort ? inline : `\n${values.map((value) => `    ${value},\n`).join('')}`})`;
}
