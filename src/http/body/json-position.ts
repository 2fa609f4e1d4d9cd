const WHITESPACE = /[ \t\n\r]*/y;
// Runs of plain characters and escapes alternate without overlap, so matching is linear.
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings, so they must be named.
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or ]' | ', or }' | 'end';

/**
 * Where a text stops being JSON, as an offset, and what should have stood there. The runtime's own message names no
 * place for many mistakes. It keeps its own stack, since a hostile text may be nested half a million deep.
 */
export function findJsonError(text: string): { offset: number; expected: string } {
  const open: ('[' | '{')[] = [];
  let offset = 0;
  let expected: Expected = 'value';
  for (;;) {
    offset = skip(WHITESPACE, text, offset) ?? offset;
    if (offset >= text.length || expected === 'end') return { offset, expected: EXPECTED[expected] };
    const next = step(text, { offset, expected, open });
    if (next === null) return { offset, expected: EXPECTED[expected] };
    ({ offset, expected } = next);
  }
}

interface State {
  offset: number;
  expected: Expected;
  open: ('[' | '{')[];
}

function step(text: string, { offset, expected, open }: State): { offset: number; expected: Expected } | null {
  const character = text[offset];
  if (expected === ':') return character === ':' ? { offset: offset + 1, expected: 'value' } : null;
  const closes = (character === ']' && expected.endsWith(']')) || (character === '}' && expected.endsWith('}'));
  if (closes) {
    open.pop();
    return { offset: offset + 1, expected: afterValue(open) };
  }
  if (expected.startsWith(',')) {
    return character === ',' ? { offset: offset + 1, expected: open.at(-1) === '{' ? 'name' : 'value' } : null;
  }
  if (expected.startsWith('name')) {
    const end = skip(STRING, text, offset);
    return end === null ? null : { offset: end, expected: ':' };
  }
  if (character === '[' || character === '{') {
    open.push(character);
    return { offset: offset + 1, expected: character === '[' ? 'value or ]' : 'name or }' };
  }
  const end = skip(STRING, text, offset) ?? skip(SCALAR, text, offset);
  return end === null ? null : { offset: end, expected: afterValue(open) };
}

function afterValue(open: readonly ('[' | '{')[]): Expected {
  if (open.length === 0) return 'end';
  return open.at(-1) === '{' ? ', or }' : ', or ]';
}

function skip(pattern: RegExp, text: string, offset: number): number | null {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : null;
}

const EXPECTED: Record<Expected, string> = {
  value: 'a value',
  'value or ]': 'a value or ]',
  name: 'a name in double quotes',
  'name or }': 'a name in double quotes or }',
  ':': 'a colon',
  ', or ]': 'a comma or ]',
  ', or }': 'a comma or }',
  end: 'the end of the text',
};
