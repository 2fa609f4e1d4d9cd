/** Of a member with its name before it and brackets after it, on a line of 88. */
const LINE_LENGTH = 60;

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

/** For reading: short members stay on one line. */
export const JSON_STYLE: Style = {
  indent: '  ',
  text: quoted,
  name: quoted,
  constants: JSON_CONSTANTS,
  padding: '',
  trailingComma: false,
};

export const TYPESCRIPT: Style = {
  indent: '  ',
  text: singleQuoted,
  name: (value) => (/^[A-Za-z_]\w*$/.test(value) ? value : singleQuoted(value)),
  constants: JSON_CONSTANTS,
  padding: ' ',
  trailingComma: true,
};

export const PYTHON: Style = {
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
export function writeLiteral(value: unknown, style: Style, depth = 0): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'boolean') return style.constants[`${value}`];
  if (value === null || value === undefined) return style.constants.null;
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const members = isList
    ? value.map((item) => writeLiteral(item, style, depth + 1))
    : Object.entries(value).map(([name, member]) => `${style.name(name)}: ${writeLiteral(member, style, depth + 1)}`);
  if (members.length === 0) return open + close;
  const padding = isList ? '' : style.padding;
  const inline = `${open}${padding}${members.join(', ')}${padding}${close}`;
  if (inline.length + depth * style.indent.length <= LINE_LENGTH && !inline.includes('\n')) return inline;
  const inner = style.indent.repeat(depth + 1);
  const lines = members.map((member) => inner + member).join(',\n');
  return `${open}\n${lines}${style.trailingComma ? ',' : ''}\n${style.indent.repeat(depth)}${close}`;
}
