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
const LINE_LENGTH = 88;

/** The request as a program would send it, ready for copying. */
export function snippet(language: SnippetLanguage, request: SnippetRequest, origin: string): string {
  return WRITERS[language](request, origin);
}

const WRITERS: Record<SnippetLanguage, (request: SnippetRequest, origin: string) => string> = {
  curl: ({ method, path, body }, origin) => {
    const head = `curl -s ${method === 'DELETE' ? '-X DELETE ' : ''}${origin}${path} -H "X-API-Key: $${KEY_VARIABLE}"`;
    if (method !== 'POST') return head;
    // Within single quotes, a shell takes everything as it is but the single quote.
    const json = write(body ?? {}, JSON_STYLE, 0).replaceAll("'", String.raw`'\''`);
    return `${head} \\\n  -H 'Content-Type: application/json' -d '${json}'`;
  },
  typescript: ({ typescript, body, pathValues = [] }, origin) => {
    const values = [...pathValues, ...(body === undefined ? [] : [body])].map((value) => write(value, TYPESCRIPT, 0));
    return [
      "import { Sextant } from '@sextant/client';",
      '',
      `const client = new Sextant({ url: '${origin}', key: process.env.${KEY_VARIABLE}! });`,
      `const result = await client.${typescript}(${values.join(', ')});`,
    ].join('\n');
  },
  python: ({ python, body, pathValues = [] }, origin) => {
    const named = Object.entries(body ?? {}).map(([name, value]) => `${name}=${write(value, PYTHON, 1)}`);
    const values = [...pathValues.map((value) => write(value, PYTHON, 1)), ...named];
    const inline = values.join(', ');
    const isShort = inline.length <= LINE_LENGTH - 30 && !inline.includes('\n');
    return [
      'from sextant_client import Sextant',
      '',
      `client = Sextant(url="${origin}")  # the key: ${KEY_VARIABLE}`,
      `result = client.${python}(${isShort ? inline : `\n${values.map((value) => `    ${value},\n`).join('')}`})`,
    ].join('\n');
  },
};

/** How a language writes values. */
interface Style {
  indent: string;
  text: (value: string) => string;
  name: (value: string) => string;
  constants: Record<'true' | 'false' | 'null', string>;
  /** Around the members of an object on one line. */
  padding: string;
  trailingComma: boolean;
}

const quoted = (value: string) => JSON.stringify(value);
const JSON_CONSTANTS = { true: 'true', false: 'false', null: 'null' };

const JSON_STYLE: Style = {
  indent: '  ',
  text: quoted,
  name: quoted,
  constants: JSON_CONSTANTS,
  padding: '',
  trailingComma: false,
};

const TYPESCRIPT: Style = {
  indent: '  ',
  text: singleQuoted,
  name: (value) => (/^[A-Za-z_]\w*$/.test(value) ? value : singleQuoted(value)),
  constants: JSON_CONSTANTS,
  padding: ' ',
  trailingComma: true,
};

const PYTHON: Style = {
  indent: '    ',
  text: quoted,
  name: quoted,
  constants: { true: 'True', false: 'False', null: 'None' },
  padding: '',
  trailingComma: true,
};

function singleQuoted(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
}

/** A value on one line if it fits, otherwise with a line for each of its members. */
function write(value: unknown, style: Style, depth: number): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'boolean') return style.constants[`${value}`];
  if (value === null || value === undefined) return style.constants.null;
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const members = isList
    ? value.map((item) => write(item, style, depth + 1))
    : Object.entries(value).map(([name, member]) => `${style.name(name)}: ${write(member, style, depth + 1)}`);
  if (members.length === 0) return open + close;
  const padding = isList ? '' : style.padding;
  const inline = `${open}${padding}${members.join(', ')}${padding}${close}`;
  if (inline.length + depth * style.indent.length <= LINE_LENGTH - 28 && !inline.includes('\n')) return inline;
  const inner = style.indent.repeat(depth + 1);
  const lines = members.map((member) => inner + member).join(',\n');
  return `${open}\n${lines}${style.trailingComma ? ',' : ''}\n${style.indent.repeat(depth)}${close}`;
}
